import type { tf } from '../../backend';
import type { Bfloat16Tensor, NativeOps } from '../../nativeOps';

/** Precisions that the factors of large matrix products may have. */
export const precisions = ['float32', 'bfloat16'] as const;
export type Precision = (typeof precisions)[number];

/** Products of large matrices, the same code for each precision of their factors. Values and results are float32. */
export interface Products {
  /** A matrix as {@link multiply} alone reads it; made once for all products of a forward and a backward pass. */
  factor(x: tf.Tensor): tf.Tensor;
  /** `a b`, each transposed first where asked */
  multiply(a: tf.Tensor, b: tf.Tensor, transposeA?: boolean, transposeB?: boolean): tf.Tensor;
}

/** With bfloat16 faster on CPUs that multiply in it (AVX-512 BF16, AMX), and slower on those that do not. */
export function productsIn(precision: Precision, native: NativeOps): Products {
  if (precision === 'float32') {
    return {
      factor: (x) => x,
      multiply: (a, b, transposeA, transposeB) => native.matMul(a, b, transposeA, transposeB),
    };
  }
  return {
    factor: (x) => native.toBfloat16(x),
    multiply: (a, b, transposeA, transposeB) =>
      native.matMulBfloat16(a as Bfloat16Tensor, b as Bfloat16Tensor, transposeA, transposeB),
  };
}
