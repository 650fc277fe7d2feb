import { tf } from '../backend';
import { wordEmbeddings, type BertConfig } from './bert/bertConfig';
import { nativeOps } from '../nativeOps';
import { readCheckpoint } from './checkpoint';
import { embeddingMean, nativeEmbeddingMean } from './embeddingMean';
import { stopWords } from './stopWords';
import type { EncoderOptions, TextEncoder } from './textEncoder';
import type { WordPieces } from './wordPieces';

const punctuation = /^[\p{P}\p{S}]+$/u;

/**
 * `be-bow` (BLP, section 4.1): the mean of a BERT checkpoint's input embeddings over a text's word pieces, stop words
 * and punctuation dropped. There is no transformer; the embeddings train. The vectors are as wide as the embeddings.
 */
export function bagOfWords(
  folder: string,
  config: BertConfig,
  wordPieces: WordPieces,
  { maxLength, ops }: EncoderOptions,
): TextEncoder {
  const native = ops === 'fast' ? nativeOps() : undefined;
  const weightShapes = { [wordEmbeddings]: [config.vocabulary, config.hidden] };

  return {
    kind: 'be-bow',
    dimension: config.hidden,
    weightShapes,

    tokenize(texts) {
      const found = texts.map((text) => wordPieces.piecesOf(contentWords(wordPieces.words(text)), maxLength));
      return {
        ids: found.map(({ ids }) => Int32Array.from(ids.length > 0 ? ids : [wordPieces.unknownId])),
        truncated: found.map(({ truncated }) => truncated),
      };
    },

    embed: (weights, batch) =>
      tf.tidy(() => {
        const table = weights[wordEmbeddings] as tf.Tensor2D;
        return native ? nativeEmbeddingMean(native, table, batch) : embeddingMean(table, batch);
      }),

    initialWeights: () => readCheckpoint(folder, weightShapes),
  };
}

/** A text of nothing but stop words and punctuation keeps them all: it must have some vector. */
function contentWords(words: string[]): string[] {
  const content = words.filter((word) => !punctuation.test(word) && !stopWords.has(word.toLowerCase()));
  return content.length > 0 ? content : words;
}
