import type { EncoderOptions } from '../encoders/textEncoder';
import type { TrainingSettings } from '../training/settings';
import { createRelationModel } from './relationModels';

/** How the encoder of a model is made; where it reads whole triples, what it gives is one number, their score. */
export function encoderOptions(settings: TrainingSettings): EncoderOptions {
  const { maxLength, dimension, pooling, ops } = settings;
  const readsTriples = createRelationModel(settings).queryOf === 'none';
  return readsTriples
    ? { maxLength, pooling, ops, dimension: 1, segmentTypes: true }
    : { maxLength, pooling, ops, dimension };
}
