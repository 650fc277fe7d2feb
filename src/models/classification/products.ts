import { tf } from '../backend';

/** The diagonal of XᵀX. */
export function squares(rows: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width).fill(Number.MIN_VALUE);
  for (let i = 0; i < rows.length; i++) sums[i % width]! += rows[i]! ** 2;
  return sums;
}

/** XᵀX of some rows, each multiplied by a number. */
export function products(features: tf.Tensor2D, rows?: number[], factors?: number[]): Float32Array {
  return values(() => {
    if (!rows || !factors) return tf.matMul(features, features, true);
    const chosen = tf.gather(features, tf.tensor1d(rows, 'int32'));
    const scaled: tf.Tensor2D = tf.mul(chosen, tf.tensor2d(factors, [factors.length, 1]));
    return tf.matMul(scaled, scaled, true);
  });
}

/** The numbers of a tensor that is computed for them alone. */
export function values(product: () => tf.Tensor): Float32Array {
  const tensor = tf.tidy(product);
  const result = tensor.dataSync<'float32'>(); // not inside: `tidy` would look for tensors in every value
  tensor.dispose();
  return result;
}

/** Add the second to the first, in place. */
export function add(sum: Float64Array, other: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += other[i]!;
}
