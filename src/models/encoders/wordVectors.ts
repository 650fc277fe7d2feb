import { wordEmbeddings, type BertConfig } from './bert/bertConfig';
import { checkpointFiles, readCheckpoint } from './checkpoint';
import { fitting } from './fitting';
import type { StoredTensor } from './safetensors';
import { stopWords } from './stopWords';
import type { KeptEncoder, Weights } from './textEncoder';
import type { TokenizedTexts } from './tokenBatch';
import type { WordPieces } from './wordPieces';

/** Where an encoder without a transformer has its words from: how a text is cut, and the table of their vectors. */
export interface WordVectors {
  /** name of the table among the weights */
  readonly table: string;
  readonly rows: number;
  readonly width: number;
  /** Ids are rows of the table; never empty. */
  tokenize(texts: readonly string[]): TokenizedTexts;
  /** The table to start training from, `[rows, width]`. */
  initialTable(seed: number): Weights;
  /** What a model's folder keeps: the weights, the table whole, and how texts are cut. */
  keep(weights: Record<string, StoredTensor>): KeptEncoder;
}

/** Words whose vectors come from elsewhere; any text can be cut into them. */
export interface PretrainedWords extends WordVectors {
  /** row of every word that has none of its own */
  readonly unknown: number;
}

/** The words of several texts one after another, `limit` of them. */
export function joinWords(
  parts: readonly Int32Array[],
  limit: number,
): { ids: Int32Array; truncated: boolean } {
  const kept = fitting(
    parts.map(({ length }) => length),
    limit,
  );
  return {
    ids: Int32Array.from(parts.flatMap((part, i) => [...part.subarray(0, kept[i])])),
    truncated: parts.some((part, i) => part.length > kept[i]!),
  };
}

const punctuation = /^[\p{P}\p{S}]+$/u;

/** Word pieces and the input embeddings of a BERT checkpoint; stop words and punctuation dropped (BLP, section 4.1). */
export function pieceVectors(
  folder: string,
  config: BertConfig,
  wordPieces: WordPieces,
  maxLength: number,
): PretrainedWords {
  const shape = [config.vocabulary, config.hidden];
  return {
    table: wordEmbeddings,
    rows: config.vocabulary,
    width: config.hidden,
    unknown: wordPieces.unknownId,

    tokenize(texts) {
      const found = texts.map((text) => wordPieces.piecesOf(contentWords(wordPieces.words(text)), maxLength));
      return {
        ids: found.map(({ ids }) => Int32Array.from(ids.length > 0 ? ids : [wordPieces.unknownId])),
        truncated: found.map(({ truncated }) => truncated),
      };
    },

    initialTable: () => readCheckpoint(folder, { [wordEmbeddings]: shape }),
    keep: (weights) => ({ weights, files: checkpointFiles(folder) }),
  };
}

/** A text of nothing but stop words and punctuation keeps them all: it must have some vector. */
export function contentWords(words: string[]): string[] {
  const content = words.filter((word) => !punctuation.test(word) && !stopWords.has(word.toLowerCase()));
  return content.length > 0 ? content : words;
}
