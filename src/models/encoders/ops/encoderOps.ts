import type { tf } from '../../backend';

/** Where the rows of a flattened batch belong: row `r * length + t` is token `t` of text `r`. */
export interface RowLayout {
  readonly rows: number;
  readonly length: number;
  readonly heads: number;
  /** `[rows, 1, 1, length]`: 0 for a token, a large negative number for padding; absent where nothing is padded */
  readonly mask?: tf.Tensor4D;
}

/**
 * The four ops a transformer spends its time in. Two implementations: `plainOps` to read and to test against, `fastOps`
 * to run. Both give the same numbers and are differentiable in every tensor.
 */
export interface EncoderOps {
  /** x Wᵀ + b: `[n, in]`, `[out, in]`, `[out]` → `[n, out]` */
  linear(x: tf.Tensor2D, weight: tf.Tensor2D, bias: tf.Tensor1D): tf.Tensor2D;
  /** Ba et al. 2016, over the columns of `[n, d]`; `gain` and `bias` are `[d]` */
  layerNorm(x: tf.Tensor2D, gain: tf.Tensor1D, bias: tf.Tensor1D, epsilon: number): tf.Tensor2D;
  /** x Φ(x), exact (by erf), as BERT has it */
  gelu(x: tf.Tensor2D): tf.Tensor2D;
  /** Scaled dot-product attention of many heads: `[rows * length, 3 * hidden]` (queries, keys, values) → `[rows * length, hidden]` */
  attention(qkv: tf.Tensor2D, layout: RowLayout): tf.Tensor2D;
}
