import { TrainedModel } from '../../../models/blp';
import { encodeTexts, untrainedEncoder, type UntrainedKind } from '../../../models/encoders';
import { tf } from '../../../models/backend';
import type { OnProgress } from '../../../shared/progress';

/** What makes the vectors of entities: a trained model, or a checkpoint without link-prediction training. */
export type Features =
  | { readonly model: string }
  | { readonly encoder: UntrainedKind; readonly baseEncoder: string; readonly maxLength: number };

/** @returns `vectors` `[texts, dimension]`, row-major */
export async function featuresOf(
  features: Features,
  texts: readonly string[],
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<{ vectors: Float32Array; dimension: number }> {
  if ('model' in features) {
    const model = await TrainedModel.load(features.model);
    try {
      const { vectors } = await model.encode(texts, onProgress, signal);
      return { vectors, dimension: model.card.dimension };
    } finally {
      model.dispose();
    }
  }
  const { encoder, weights } = await untrainedEncoder(
    features.encoder,
    features.baseEncoder,
    features.maxLength,
  );
  try {
    const { vectors } = await encodeTexts(encoder, weights, texts, { onProgress, signal });
    return { vectors, dimension: encoder.dimension };
  } finally {
    tf.dispose(weights);
  }
}
