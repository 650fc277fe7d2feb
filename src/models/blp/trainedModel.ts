import path from 'node:path';
import { KindredError } from '../../shared/errors';
import { noProgress, type OnProgress } from '../../shared/progress';
import { normalizeRows } from '../../shared/vectors';
import { tf } from '../backend';
import {
  createEncoder,
  encodeTexts,
  type Segments,
  type TextEncoder,
  toWeights,
  type Weights,
} from '../encoders';
import { type Coverage, readCoverage } from './coverage';
import { encoderOptions } from './encoderOptions';
import type { ModelCard } from './modelCard';
import { readModelFolder, relationVectors } from './modelFolder';
import { relationVectorsFromText } from './textRelations';

/** A finished model, read from its folder: it turns texts into the vectors that its relations link. */
export class TrainedModel {
  private constructor(
    readonly card: ModelCard,
    /** `[dimension]` by relation id */
    readonly relationVectors: ReadonlyMap<string, Float32Array>,
    /** the entities it can have a vector of */
    readonly coverage: Coverage,
    private readonly encoder: TextEncoder,
    private readonly weights: Weights,
    /** `[dimension, dimension]` where relation vectors are read from texts */
    private readonly projection: tf.Tensor2D | undefined,
  ) {}

  /**
   * @param folder `model.json` with the files it names, each checked against its SHA-256; nothing in them is executed
   * @throws CORRUPT_FILE naming the file that is missing, damaged, or does not fit the others
   */
  static async load(folder: string): Promise<TrainedModel> {
    const model = readModelFolder(folder);
    const { card, encoder: stored } = model;
    const encoder = await createEncoder(card.encoder, folder, encoderOptions(card.settings));
    const weights = toWeights(stored, encoder.weightShapes, path.join(folder, 'encoder.safetensors'));
    const { shape, data } = model.relations?.projection ?? {};
    const projection = data && tf.tensor2d(data, shape as [number, number], 'float32');
    const coverage = readCoverage(folder, card);
    return new TrainedModel(card, relationVectors(model), coverage, encoder, weights, projection);
  }

  /**
   * @param texts of entities; where the model reads queries, also an entity's text with what is asked of it; where it
   *              reads triples, head, relation and tail, whose "vector" is their score; ids for a `lookup`, see
   *              `encoderInput`
   * @returns `vectors` `[texts, dimension]` row-major in the order of the texts, of unit length where the relation
   *          model asks for it; `truncated` tells whose text was longer than the encoder reads
   * @throws MODEL_UNAVAILABLE for an id that is not covered; CANCELLED when the signal says so
   */
  async encode(
    texts: readonly (string | Segments)[],
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

  /**
   * Vectors of relations from their texts.
   *
   * @returns `vectors` `[texts, dimension]` row-major
   * @throws INTERNAL where relation vectors are not read from texts
   */
  async encodeRelations(texts: readonly string[]): Promise<{ vectors: Float32Array; truncated: boolean[] }> {
    const { projection } = this;
    if (!projection) throw new KindredError('INTERNAL', 'This model reads no relation vectors from texts.');
    const { vectors: raw, truncated } = await encodeTexts(this.encoder, this.weights, texts);
    const vectors = tf.tidy(() =>
      relationVectorsFromText(tf.tensor2d(raw, [texts.length, this.card.dimension]), projection)
        .dataSync<'float32'>()
        .slice(),
    );
    return { vectors, truncated };
  }

  dispose(): void {
    tf.dispose([this.weights, this.projection ?? []]);
  }
}
