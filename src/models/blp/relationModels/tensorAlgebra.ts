import { tf } from '../../backend';
import { type Algebra, epsilon } from './algebra';

/** On `[n, d]` tensors, differentiable. */
export const tensorAlgebra: Algebra<tf.Tensor2D> = {
  add: (a, b) => tf.add(a, b),
  sub: (a, b) => tf.sub(a, b),
  mul: (a, b) => tf.mul(a, b),
  scale: (a, factor) => tf.mul(a, factor),

  toUnitModulus(a, b) {
    const squares: tf.Tensor2D = tf.add(tf.add(tf.square(a), tf.square(b)), epsilon);
    const inverse = tf.rsqrt(squares);
    return [tf.mul(a, inverse), tf.mul(b, inverse)];
  },

  halves: (v) => tf.split(v, 2, 1) as [tf.Tensor2D, tf.Tensor2D],
  joinHalves: (a, b) => tf.concat([a, b], 1),
  pairs: (v) => tf.unstack(tf.reshape(v, [v.shape[0], v.shape[1] / 2, 2]), 2) as [tf.Tensor2D, tf.Tensor2D],
  joinPairs: (a, b) => tf.reshape(tf.stack([a, b], 2), [a.shape[0], 2 * a.shape[1]]),
};
