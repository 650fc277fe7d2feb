import { setImmediate as nextTurn } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { noProgress, type OnProgress } from '../../shared/progress';
import type { TextEncoder, Weights } from './textEncoder';
import { padBatch, type TokenizedTexts } from './tokenBatch';

export interface EncodeOptions {
  /** most tokens in a batch, padding included; 2048 keep two cores busy and their caches warm */
  batchTokens?: number;
  onProgress?: OnProgress;
  /** stops with CANCELLED between batches */
  signal?: AbortSignal;
}

/** Several texts that are read together as one. */
export type Segments = readonly string[];

/** Texts tokenised between two turns of the event loop. */
const textsPerTurn = 4096;

/**
 * Vectors of many texts, computed in batches of similar length; the event loop runs between batches.
 *
 * @returns `vectors` `[texts, dimension]`, row-major, in the order of the texts, not normalised; and whether each text
 *          was cut to the encoder's longest
 */
export async function encodeTexts(
  encoder: TextEncoder,
  weights: Weights,
  texts: readonly (string | Segments)[],
  options: EncodeOptions = {},
): Promise<{ vectors: Float32Array; truncated: boolean[] }> {
  const { ids, truncated } = await tokenizeTexts(encoder, texts, options);
  return { vectors: await encodeTokens(encoder, weights, ids, options), truncated };
}

/** As `encoder.tokenize`, for many texts: the event loop runs in between. */
export async function tokenizeTexts(
  encoder: TextEncoder,
  texts: readonly (string | Segments)[],
  { onProgress = noProgress, signal }: EncodeOptions = {},
): Promise<TokenizedTexts> {
  const parts: TokenizedTexts[] = [];
  for (let start = 0; start < texts.length; start += textsPerTurn) {
    refuseIfCancelled(signal);
    parts.push(tokenized(encoder, texts.slice(start, start + textsPerTurn)));
    const done = Math.min(start + textsPerTurn, texts.length);
    onProgress({ stage: 'tokenising texts', done, total: texts.length, unit: 'texts' });
    await nextTurn();
  }
  return { ids: parts.flatMap((part) => part.ids), truncated: parts.flatMap((part) => part.truncated) };
}

function tokenized(encoder: TextEncoder, texts: readonly (string | Segments)[]): TokenizedTexts {
  const single = encoder.tokenize(texts.flat());
  let next = 0;
  const each = texts.map((text) => {
    if (typeof text === 'string') return { ids: single.ids[next]!, truncated: single.truncated[next++]! };
    const [from, to] = [next, (next += text.length)];
    const joined = encoder.join(single.ids.slice(from, to));
    return { ids: joined.ids, truncated: joined.truncated || single.truncated.slice(from, to).some(Boolean) };
  });
  return { ids: each.map(({ ids }) => ids), truncated: each.map(({ truncated }) => truncated) };
}

/** As {@link encodeTexts}, of texts that are tokenised already: `[texts, dimension]`. */
export async function encodeTokens(
  encoder: TextEncoder,
  weights: Weights,
  tokens: readonly Int32Array[],
  { batchTokens = 2048, onProgress = noProgress, signal }: EncodeOptions = {},
): Promise<Float32Array> {
  const { dimension } = encoder;
  const vectors = new Float32Array(tokens.length * dimension);
  // The longest first: memory is at its highest, and the time left is overestimated, at the start.
  const order = Int32Array.from(tokens.keys()).sort((a, b) => tokens[b]!.length - tokens[a]!.length || a - b);
  for (let done = 0; done < order.length;) {
    refuseIfCancelled(signal);
    const longest = tokens[order[done]!]!.length;
    const rows = order.subarray(done, done + Math.max(1, Math.floor(batchTokens / longest)));
    const encoded = encoder.embed(weights, padBatch(Array.from(rows, (row) => tokens[row]!)));
    const values = encoded.dataSync<'float32'>();
    encoded.dispose();
    rows.forEach((row, i) =>
      vectors.set(values.subarray(i * dimension, (i + 1) * dimension), row * dimension),
    );
    done += rows.length;
    onProgress({ stage: 'encoding texts', done, total: order.length, unit: 'texts' });
    await nextTurn();
  }
  return vectors;
}

function refuseIfCancelled(signal?: AbortSignal): void {
  if (signal?.aborted)
    throw new KindredError('CANCELLED', 'Encoding was stopped before its end; start it again for the rest.');
}
