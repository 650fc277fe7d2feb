import { tf } from '../backend';
import { readCheckpoint } from './checkpoint';
import { splitWords } from './splitWords';
import { readStoredWords, storedWords } from './storedWords';
import type { Weights } from './textEncoder';
import type { TokenizedTexts } from './tokenBatch';
import type { WordTable } from './wordFiles';
import { contentWords, type PretrainedWords } from './wordVectors';

const table = 'words.vectors';

/** Row of every word that has no vector of its own. */
const unknown = 0;

/** Words with their pretrained vectors (BLP, section 4.1: GloVe). */
export function pretrainedWords(words: WordTable, maxLength: number): PretrainedWords {
  const { rows, width, vectors } = words;
  return gloveVectors(words, maxLength, () => ({ [table]: tf.tensor2d(vectors, [rows.size + 1, width]) }));
}

/**
 * Words with the vectors of a trained model.
 *
 * @param folder the model's
 * @throws CORRUPT_FILE
 */
export function wordsOfModel(folder: string, maxLength: number): PretrainedWords {
  const words = readStoredWords(folder);
  const shape = [words.rows.size + 1, words.width];
  return gloveVectors(words, maxLength, () => readCheckpoint(folder, { [table]: shape }));
}

function gloveVectors(
  words: Omit<WordTable, 'vectors'>,
  maxLength: number,
  initialTable: () => Weights,
): PretrainedWords {
  const { rows, width } = words;
  return {
    ...{ table, width, unknown, initialTable },
    rows: rows.size + 1,
    tokenize: (texts) => tokenize(rows, texts, maxLength),
    keep: (weights) => ({ weights, files: storedWords(words) }),
  };
}

function tokenize(
  rows: ReadonlyMap<string, number>,
  texts: readonly string[],
  maxLength: number,
): TokenizedTexts {
  const isKnown = (word: string) => rows.has(word);
  const found = texts.map((text) => contentWords(splitWords(text, isKnown)));
  return {
    ids: found.map((words) => {
      const ids = words.slice(0, maxLength).map((word) => rows.get(word) ?? unknown);
      return Int32Array.from(ids.length > 0 ? ids : [unknown]);
    }),
    truncated: found.map((words) => words.length > maxLength),
  };
}
