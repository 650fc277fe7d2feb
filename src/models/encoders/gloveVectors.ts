import { rowOf } from '../../shared/vectors';
import { tf } from '../backend';
import { readCheckpoint } from './checkpoint';
import { splitWords } from './splitWords';
import { readStoredWords, storedWords } from './storedWords';
import type { TokenizedTexts } from './tokenBatch';
import type { WordTable } from './wordFiles';
import { contentWords, type WordVectors } from './wordVectors';

const table = 'words.vectors';

/** Row of every word that has no vector of its own. */
const unknown = 0;

/**
 * The words of some texts with their pretrained vectors, to train (BLP, section 4.1: GloVe).
 *
 * Adam never moves a row that gets no gradient, so the table to train has the words of the texts alone; the others join
 * them, as they are, when the model is kept. The numbers are those of training the whole table.
 *
 * @param texts all that training tokenises; other words count as unknown until the model is kept
 */
export function vectorsToTrain(all: WordTable, texts: readonly string[], maxLength: number): WordVectors {
  const { rows, width, vectors } = all;
  const used = new Set([unknown]);
  for (const ids of tokenize(rows, texts, maxLength).ids) for (const row of ids) used.add(row);
  const places = new Int32Array(rows.size + 1);
  [...used].forEach((row, place) => (places[row] = place));

  return {
    table,
    rows: used.size,
    width,

    tokenize(given) {
      const { ids, truncated } = tokenize(rows, given, maxLength);
      return { ids: ids.map((own) => own.map((row) => places[row]!)), truncated };
    },

    initialTable() {
      const initial = new Float32Array(used.size * width);
      for (const row of used) initial.set(rowOf(vectors, row, width), places[row]! * width);
      return { [table]: tf.tensor2d(initial, [used.size, width]) };
    },

    keep(weights) {
      const whole = vectors.slice();
      const trained = weights[table]!.data;
      for (const row of used) whole.set(rowOf(trained, places[row]!, width), row * width);
      const shape = [rows.size + 1, width];
      return { weights: { ...weights, [table]: { shape, data: whole } }, files: storedWords(all) };
    },
  };
}

/**
 * All words of a trained model.
 *
 * @param folder the model's
 * @throws CORRUPT_FILE
 */
export function vectorsOfModel(folder: string, maxLength: number): WordVectors {
  const words = readStoredWords(folder);
  const { rows, width } = words;
  return {
    table,
    rows: rows.size + 1,
    width,
    tokenize: (texts) => tokenize(rows, texts, maxLength),
    initialTable: () => readCheckpoint(folder, { [table]: [rows.size + 1, width] }),
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
