import { tf } from '../backend';
import type { RelationModel, Space } from '../blp/relationModels';
import type { StoredTensor, TextEncoder } from '../encoders';
import type { TrainingData } from './data';
import { logScale, relationProjection, relationVectors } from './objectives';
import { type ParameterState, untrained } from './parameters';
import { mapValues, toStored } from './parameters/storedTensors';
import { Random } from '../../shared/random';
import type { TrainingSettings } from './settings';

/** Weights before the first step: the base checkpoint's, and seeded new ones. */
export function initialParameters(
  encoder: TextEncoder,
  model: RelationModel,
  data: TrainingData,
  { seed, loss, relationEncoder, maskedLanguageWeight }: TrainingSettings,
): ParameterState {
  const head = maskedLanguageWeight > 0 ? encoder.maskedLanguage?.initialWeights() : undefined;
  const tensors = { ...encoder.initialWeights(seed), ...head };
  const weights = mapValues(tensors, toStored);
  tf.dispose(tensors);
  const { dimension } = encoder;
  const random = Random.of(seed, 'relations');
  if (model.queryOf === 'vectors' && relationEncoder === 'table')
    weights[relationVectors] = xavierUniform(data.relationIds.length, dimension, random);
  if (model.queryOf === 'vectors' && relationEncoder === 'text')
    weights[relationProjection] = xavierUniform(dimension, dimension, random);
  if (model.queryOf !== 'none' && loss === 'contrastive') {
    weights[logScale] = {
      shape: [],
      data: Float32Array.of(Math.log(initialScale(model, dimension))),
    };
  }
  return untrained(weights);
}

/** `[rows, columns]` uniform in ±√(6 / (rows + columns)). Source: Glorot and Bengio 2010, equation 16. */
function xavierUniform(rows: number, columns: number, random: Random): StoredTensor {
  const bound = Math.sqrt(6 / (rows + columns));
  const data = Float32Array.from({ length: rows * columns }, () => (2 * random.uniform() - 1) * bound);
  return { shape: [rows, columns], data };
}

/**
 * Inverse temperature to start from: it gives random unit vectors about the spread of logits that a cosine times 20
 * has, the value sentence encoders are commonly trained with. An L1 distance is about 0.8·√d times the L2 distance.
 * Where vectors have any length, the scores are logits already.
 */
function initialScale({ metric, normalised }: Space, dimension: number): number {
  if (!normalised) return 1;
  return metric === 'l1' ? 25 / Math.sqrt(dimension) : 20;
}
