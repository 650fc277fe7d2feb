import path from 'node:path';
import { noProgress, type OnProgress } from '../../shared/progress';
import { normalizeRows } from '../../shared/vectors';
import { tf } from '../backend';
import { createEncoder, encodeTexts, type TextEncoder, toWeights, type Weights } from '../encoders';
import type { ModelCard } from './modelCard';
import { readModelFolder, relationVectors } from './modelFolder';

/** A finished model, read from its folder: it turns texts into the vectors that its relations link. */
export class TrainedModel {
  private constructor(
    readonly card: ModelCard,
    /** `[dimension]` by relation id */
    readonly relationVectors: ReadonlyMap<string, Float32Array>,
    private readonly encoder: TextEncoder,
    private readonly weights: Weights,
  ) {}

  /**
   * @param folder `model.json` with the files it names, each checked against its SHA-256; nothing in them is executed
   * @throws CORRUPT_FILE naming the file that is missing, damaged, or does not fit the others
   */
  static async load(folder: string): Promise<TrainedModel> {
    const model = readModelFolder(folder);
    const { card, encoder: stored } = model;
    const { maxLength, pooling, ops } = card.settings;
    const encoder = await createEncoder(card.encoder, folder, {
      maxLength,
      dimension: card.dimension,
      pooling,
      ops,
    });
    const weights = toWeights(stored, encoder.weightShapes, path.join(folder, 'encoder.safetensors'));
    return new TrainedModel(card, relationVectors(model), encoder, weights);
  }

  /**
   * @returns `vectors` `[texts, dimension]` row-major in the order of the texts, of unit length where the relation
   *          model asks for it; `truncated` tells whose text was longer than the encoder reads
   * @throws CANCELLED when the signal says so
   */
  async encode(
    texts: readonly string[],
    onProgress: OnProgress = noProgress,
    signal?: AbortSignal,
  ): Promise<{ vectors: Float32Array; truncated: boolean[] }> {
    const { vectors, truncated } = await encodeTexts(this.encoder, this.weights, texts, {
      onProgress,
      signal,
    });
    if (this.card.entityNormalised) normalizeRows(vectors, this.card.dimension);
    return { vectors, truncated };
  }

  dispose(): void {
    tf.dispose(this.weights);
  }
}
