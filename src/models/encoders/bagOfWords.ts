import { tf } from '../backend';
import { nativeOps } from '../nativeOps';
import { embeddingMean, nativeEmbeddingMean } from './embeddingMean';
import type { EncoderKind, EncoderOptions, TextEncoder } from './textEncoder';
import { joinWords, type WordVectors } from './wordVectors';

/**
 * `be-bow` and `glove-bow` (BLP, section 4.1): the mean of the vectors of a text's words. There is no transformer; the vectors train.
 * The text's vector is as wide as theirs. With one word a text, its own, this is `lookup`.
 */
export function bagOfWords(
  kind: EncoderKind,
  words: WordVectors,
  { ops, maxLength }: EncoderOptions,
): TextEncoder {
  const native = ops === 'fast' ? nativeOps() : undefined;
  return {
    kind,
    dimension: words.width,
    weightShapes: { [words.table]: [words.rows, words.width] },
    tokenize: (texts) => words.tokenize(texts),
    join: (parts) => joinWords(parts, maxLength),

    embed: (weights, batch) =>
      tf.tidy(() => {
        const table = weights[words.table] as tf.Tensor2D;
        return native ? nativeEmbeddingMean(native, table, batch) : embeddingMean(table, batch);
      }),

    initialWeights: (seed) => words.initialTable(seed),
    keep: (weights) => words.keep(weights),
  };
}
