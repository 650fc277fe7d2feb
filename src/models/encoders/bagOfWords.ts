import { tf } from '../backend';
import { wordEmbeddings, type BertConfig } from './bert/bertConfig';
import { readCheckpoint } from './checkpoint';
import { stopWords } from './stopWords';
import type { EncoderOptions, TextEncoder } from './textEncoder';
import { tokenMean } from './tokenMean';
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
  { maxLength }: EncoderOptions,
): TextEncoder {
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
        const rows = tf.gather(weights[wordEmbeddings] as tf.Tensor2D, tf.tensor1d(batch.ids, 'int32'));
        return tokenMean(rows, batch);
      }),

    initialWeights: () => readCheckpoint(folder, weightShapes),
  };
}

/** A text of nothing but stop words and punctuation keeps them all: it must have some vector. */
function contentWords(words: string[]): string[] {
  const content = words.filter((word) => !punctuation.test(word) && !stopWords.has(word.toLowerCase()));
  return content.length > 0 ? content : words;
}
