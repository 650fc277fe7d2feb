import { setImmediate } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { noProgress, type OnProgress } from '../../shared/progress';
import type { TextEncoder, Weights } from './textEncoder';
import { padBatch } from './tokenBatch';

/** Texts tokenised and sorted at a time: enough for batches of equal lengths, few enough to keep in memory. */
const windowSize = 16_384;

export interface EncodeOptions {
  /** most tokens in a batch, padding included */
  batchTokens?: number;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

export interface EncodedTexts {
  /** `[texts, dimension]`, row-major, in the order of the texts, not normalised */
  vectors: Float32Array;
  truncated: boolean[];
}

/**
 * Vectors of many texts, in batches of similar length. The event loop runs between batches.
 *
 * @throws CANCELLED when the signal says so
 */
export async function encodeTexts(
  encoder: TextEncoder,
  weights: Weights,
  texts: readonly string[],
  { batchTokens = 4096, onProgress = noProgress, signal }: EncodeOptions = {},
): Promise<EncodedTexts> {
  const vectors = new Float32Array(texts.length * encoder.dimension);
  const truncated: boolean[] = [];
  let done = 0;
  for (let start = 0; start < texts.length; start += windowSize) {
    const tokens = encoder.tokenize(texts.slice(start, start + windowSize));
    truncated.push(...tokens.truncated);
    for (const rows of byLength(tokens.ids, batchTokens)) {
      if (signal?.aborted) throw new KindredError('CANCELLED', `Encoding was stopped after ${done} of ${texts.length} texts.`);
      const batch = encoder.embed(weights, padBatch(rows.map((row) => tokens.ids[row]!)));
      const values = batch.dataSync();
      batch.dispose();
      rows.forEach((row, index) => {
        const own = values.subarray(index * encoder.dimension, (index + 1) * encoder.dimension);
        vectors.set(own, (start + row) * encoder.dimension);
      });
      done += rows.length;
      onProgress({ stage: 'encoding texts', done, total: texts.length, unit: 'texts' });
      await setImmediate();
    }
  }
  return { vectors, truncated };
}

/** Row numbers in batches of similar length, each at most `batchTokens` with its padding (or one row). */
function byLength(ids: readonly Int32Array[], batchTokens: number): number[][] {
  const order = ids.map((_, row) => row).sort((a, b) => ids[a]!.length - ids[b]!.length);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const row of order) {
    // Lengths ascend, so this row's is the batch's width.
    if (batch.length > 0 && (batch.length + 1) * ids[row]!.length > batchTokens) {
      batches.push(batch);
      batch = [];
    }
    batch.push(row);
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}
