import { tf } from '../../../models/backend';
import { TrainedModel } from '../../../models/blp';
import { createRelationModel } from '../../../models/blp/relationModels';
import { encodeTexts, untrainedEncoder, type UntrainedKind } from '../../../models/encoders';
import { badInput } from '../../../shared/errors';
import type { OnProgress } from '../../../shared/progress';
import { type Entities, entityVectors } from '../entityVectors';

/** What makes the vectors of entities: a trained model, or an encoder without link-prediction training. */
export type Features =
  | { readonly model: string }
  /** `base` is the folder of a checkpoint, or word vectors */
  | { readonly encoder: UntrainedKind; readonly base: string; readonly maxLength: number };

/**
 * @param entities of an inductive split
 * @returns `vectors` `[entities, dimension]`, row-major
 * @throws BAD_INPUT for a model that has no vectors of new entities; CORRUPT_FILE; CANCELLED
 */
export async function featuresOf(
  features: Features,
  entities: Entities,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<{ vectors: Float32Array; dimension: number }> {
  if ('model' in features) {
    const model = await TrainedModel.load(features.model);
    try {
      if (createRelationModel(model.card.settings).queryOf === 'none') {
        throw badInput(
          `${features.model} reads whole triples and gives entities no vectors. Take another model.`,
        );
      }
      const vectors = await entityVectors(model, entities, 'inductive', onProgress, signal);
      return { vectors, dimension: model.card.dimension };
    } finally {
      model.dispose();
    }
  }
  const { texts } = entities;
  const { encoder, weights } = await untrainedEncoder(
    features.encoder,
    features.base,
    texts,
    features.maxLength,
  );
  try {
    const { vectors } = await encodeTexts(encoder, weights, texts, { onProgress, signal });
    return { vectors, dimension: encoder.dimension };
  } finally {
    tf.dispose(weights);
  }
}
