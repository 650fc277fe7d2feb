/** A tensor outside TensorFlow: row-major, float32. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}
