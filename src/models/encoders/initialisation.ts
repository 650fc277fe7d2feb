import { tf } from '../backend';

/** Glorot and Bengio 2010: uniform in ±√(6 / (in + out)); the same matrix for the same seed. `[out, in]` */
export function xavierUniform(out: number, inputs: number, seed: number): tf.Tensor2D {
  const bound = Math.sqrt(6 / (inputs + out));
  return tf.randomUniform([out, inputs], -bound, bound, 'float32', seed);
}

/** Uniform in ±bound, the same for the same seed. */
export function uniform(shape: number[], bound: number, seed: number): tf.Tensor {
  return tf.randomUniform(shape, -bound, bound, 'float32', seed);
}

/**
 * A random orthonormal projection `[out, in]`, the same for the same seed: normal values made orthonormal by modified
 * Gram-Schmidt (the Q of a QR decomposition), along the shorter side.
 *
 * Such a projection keeps cosines but for a random error of about 1/√out (Johnson and Lindenstrauss 1984), so texts that
 * a sentence encoder puts close together are close from the first training step on.
 */
export function orthonormal(out: number, inputs: number, seed: number): tf.Tensor2D {
  const [count, width] = [Math.min(out, inputs), Math.max(out, inputs)];
  const someSeed = seed === 0 ? 2 ** 32 : seed; // here TensorFlow.js takes a seed of 0 for none
  const values = Float64Array.from(
    tf.tidy(() => tf.randomNormal([count * width], 0, 1, 'float32', someSeed).dataSync()),
  );
  const rows = Array.from({ length: count }, (_, row) => values.subarray(row * width, (row + 1) * width));
  rows.forEach((row, index) => {
    for (const earlier of rows.slice(0, index)) {
      const overlap = dot(row, earlier);
      for (let i = 0; i < width; i++) row[i]! -= overlap * earlier[i]!;
    }
    const length = Math.sqrt(dot(row, row));
    for (let i = 0; i < width; i++) row[i]! /= length;
  });
  const matrix = () => tf.tensor2d(Float32Array.from(values), [count, width]);
  return out <= inputs ? matrix() : tf.tidy(() => matrix().transpose());
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
