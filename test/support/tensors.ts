import { tf } from '../../src/models/backend';

/** Largest absolute difference, in units of `1 + |expected|`. */
export function difference(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (actual.length !== expected.length)
    throw new Error(`${actual.length} values instead of ${expected.length}`);
  let worst = 0;
  for (let i = 0; i < actual.length; i++) {
    const own = Math.abs(actual[i]! - expected[i]!) / (1 + Math.abs(expected[i]!));
    if (!(own <= worst)) worst = own;
  }
  return worst;
}

/** Distance of two gradients over the length of the second. */
export function relativeDistance(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let [distance, length] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    distance += (actual[i]! - expected[i]!) ** 2;
    length += expected[i]! ** 2;
  }
  return Math.sqrt(distance) / (Math.sqrt(length) + 1e-12);
}

/** How many tensors a piece of work leaves behind. */
export function leaked(work: () => void): number {
  const before = tf.memory().numTensors;
  work();
  return tf.memory().numTensors - before;
}
