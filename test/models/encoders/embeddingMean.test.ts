import { tf } from '../../../src/models/backend';
import { padBatch } from '../../../src/models/encoders';
import { embeddingMean, nativeEmbeddingMean } from '../../../src/models/encoders/embeddingMean';
import { nativeOps } from '../../../src/models/nativeOps';
import { difference, leaked } from '../../support/tensors';

describe('mean of embeddings', () => {
  const table = tf.randomNormal<tf.Rank.R2>([20, 6], 0, 1, 'float32', 5);
  const batch = padBatch([Int32Array.of(3), Int32Array.of(0, 19, 3, 3), Int32Array.of(7, 3)]);

  const natively = (weights: tf.Tensor2D): tf.Tensor2D => nativeEmbeddingMean(nativeOps()!, weights, batch);
  const plainly = (weights: tf.Tensor2D): tf.Tensor2D => embeddingMean(weights, batch);

  it('is the same natively, with its gradient', () => {
    tf.tidy(() => {
      expect(difference(natively(table).dataSync(), plainly(table).dataSync())).toBeLessThan(1e-6);
      const gradient = (mean: (w: tf.Tensor2D) => tf.Tensor2D): Float32Array =>
        tf
          .grad((w) => tf.sum(tf.square(mean(w as tf.Tensor2D))))(table)
          .dataSync<'float32'>();
      const own = gradient(natively);
      expect(difference(own, gradient(plainly))).toBeLessThan(1e-6);
      expect(own.subarray(0, 6).some((value) => value !== 0)).toBe(true);
      expect(own.subarray(6, 12).every((value) => value === 0)).toBe(true);
    });
  });

  it('leaves no tensor behind', () => {
    expect(leaked(() => tf.dispose(tf.grad((w) => tf.sum(natively(w as tf.Tensor2D)))(table)))).toBe(0);
  });
});
