import { rowOf } from '../../shared/vectors';
import { tf } from '../backend';
import type { StoredTensor } from './safetensors';
import type { Weights } from './textEncoder';
import type { PretrainedWords, WordVectors } from './wordVectors';

/**
 * The vectors of some texts' words alone, to train. Adam never moves a row that gets no gradient, so the numbers are
 * those of training the whole table, in less memory and time; the other rows join them, as they are, when the model is
 * kept. Until then, words of other texts count as unknown.
 *
 * @param texts all that training tokenises
 */
export function usedRows(all: PretrainedWords, texts: readonly string[]): WordVectors {
  const { table, width, unknown } = all;
  const used = Int32Array.from(new Set([unknown, ...all.tokenize(texts).ids.flatMap((ids) => [...ids])]));
  const places = new Int32Array(all.rows); // the unknown word's is 0
  used.forEach((row, place) => (places[row] = place));

  return {
    ...{ table, width, rows: used.length },

    tokenize(given) {
      const { ids, truncated } = all.tokenize(given);
      return { ids: ids.map((own) => own.map((row) => places[row]!)), truncated };
    },

    initialTable: (seed) => ({ [table]: tf.tidy(() => tf.gather(whole(all, seed), used)) }),

    keep(weights) {
      const { data } = weights[table]!;
      const rows = tf.tidy(() => whole(all, 0).dataSync<'float32'>());
      used.forEach((row, place) => rows.set(rowOf(data, place, width), row * width));
      const joined: StoredTensor = { shape: [all.rows, width], data: rows };
      return all.keep({ ...weights, [table]: joined });
    },
  };
}

function whole(words: PretrainedWords, seed: number): Weights[string] {
  return words.initialTable(seed)[words.table]!;
}
