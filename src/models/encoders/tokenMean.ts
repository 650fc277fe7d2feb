import { tf } from '../backend';
import type { TokenBatch } from './tokenBatch';

/** Mean over each row's own tokens, padding left out: `[rows * length, d]` → `[rows, d]`. */
export function tokenMean(states: tf.Tensor2D, { rows, length, lengths }: TokenBatch): tf.Tensor2D {
  const shares = new Float32Array(rows * length);
  lengths.forEach((own, row) => shares.fill(1 / own, row * length, row * length + own));
  // A product [1, length] × [length, d] a row: no masked copy of the states is made.
  const means = tf.matMul(
    tf.tensor3d(shares, [rows, 1, length]),
    states.reshape([rows, length, states.shape[1]]),
  );
  return means.reshape([rows, states.shape[1]]);
}
