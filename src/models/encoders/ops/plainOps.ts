import { tf } from '../../backend';
import type { EncoderOps } from './encoderOps';

/** The reference: TensorFlow.js's own ops and gradients, on any backend. */
export const plainOps: EncoderOps = {
  linear: (x, weight, bias) => tf.matMul(x, weight, false, true).add(bias),

  layerNorm(x, gain, bias, epsilon) {
    const { mean, variance } = tf.moments(x, 1, true);
    return x.sub(mean).div(variance.add(epsilon).sqrt()).mul<tf.Tensor2D>(gain).add(bias);
  },

  gelu: (x) => x.mul(0.5).mul(tf.erf(x.div(Math.SQRT2)).add(1)),

  attention(qkv, { rows, length, heads, mask }) {
    const size = qkv.shape[1] / 3 / heads;
    const [q, k, v] = tf.unstack(qkv.reshape([rows, length, 3, heads, size]).transpose([2, 0, 3, 1, 4])) as [
      tf.Tensor4D,
      tf.Tensor4D,
      tf.Tensor4D,
    ];
    const scores = tf.matMul(q, k, false, true).mul(1 / Math.sqrt(size));
    const weights = tf.softmax(mask ? scores.add(mask) : scores);
    return tf
      .matMul(weights, v)
      .transpose([0, 2, 1, 3])
      .reshape([rows * length, heads * size]);
  },
};
