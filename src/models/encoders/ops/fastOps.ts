import { badInput } from '../../../shared/errors';
import { tf } from '../../backend';
import { nativeOps, type NativeOps } from '../../nativeOps';
import { differentiable } from './differentiable';
import type { EncoderOps } from './encoderOps';
import { plainOps } from './plainOps';
import { type Precision, productsIn } from './products';

/**
 * The native kernels with gradients written out; `plainOps` where the backend has no native kernels.
 *
 * @param precision of the factors of linear maps, forward and backward; the small products of attention, which gain
 *                  nothing by it, and everything else stay float32
 * @throws BAD_INPUT for bfloat16 without native kernels
 */
export function fastOps(precision: Precision = 'float32'): EncoderOps {
  const native = nativeOps();
  if (native) return withNativeOps(native, precision);
  if (precision === 'float32') return plainOps;
  throw badInput(
    "Precision 'bfloat16' needs native TensorFlow, which could not be loaded here. Run `npm run setup` to install it, " +
      "or train with precision 'float32'.",
    { precision },
  );
}

function withNativeOps(native: NativeOps, precision: Precision): EncoderOps {
  const products = productsIn(precision, native);
  const { add, sub, mul, scale, columnSums } = arithmetic(native);

  return {
    linear: (x, weight, bias) =>
      differentiable(
        [x, weight, bias],
        () => {
          const [own, by] = [products.factor(x), products.factor(weight)];
          return {
            value: add(products.multiply(own, by, false, true), bias) as tf.Tensor2D,
            saved: [own, by],
          };
        },
        (dy, [own, by]) => {
          const slope = products.factor(dy);
          return [products.multiply(slope, by!), products.multiply(slope, own!, true), columnSums(dy)];
        },
      ),

    // With x̂ = (x − mean) / deviation and g = dy · gain: dx = (g − mean(g) − x̂ mean(g x̂)) / deviation.
    layerNorm: (x, gain, bias, epsilon) =>
      differentiable(
        [x, gain, bias],
        () => {
          const centred = sub(x, native.reduceLast('Mean', x));
          const variance = native.reduceLast('Mean', native.run('Square', [centred]));
          const inverse = native.run('Rsqrt', [add(variance, tf.scalar(epsilon))]);
          const normal = mul(centred, inverse);
          return { value: add(mul(normal, gain), bias) as tf.Tensor2D, saved: [normal, inverse, gain] };
        },
        (dy, [normal, inverse, gain]) => {
          const g = mul(dy, gain!);
          const along = native.reduceLast('Mean', mul(g, normal!));
          const dx = mul(sub(sub(g, native.reduceLast('Mean', g)), mul(normal!, along)), inverse!);
          return [dx, columnSums(mul(dy, normal!)), columnSums(dy)];
        },
      ),

    // y = x Φ(x), dy/dx = Φ(x) + x φ(x), with the normal distribution's Φ by erf and density φ.
    gelu: (x) =>
      differentiable(
        [x],
        () => {
          const phi = scale(add(native.run('Erf', [scale(x, Math.SQRT1_2)]), tf.scalar(1)), 0.5);
          return { value: mul(x, phi) as tf.Tensor2D, saved: [x, phi] };
        },
        (dy, [x, phi]) => {
          const density = scale(
            native.run('Exp', [scale(native.run('Square', [x!]), -0.5)]),
            1 / Math.sqrt(2 * Math.PI),
          );
          return [mul(dy, add(phi!, mul(x!, density)))];
        },
      ),

    attention: (qkv, { rows, length, heads, mask }) => {
      const hidden = qkv.shape[1] / 3;
      const size = hidden / heads;
      const temperature = 1 / Math.sqrt(size);
      const byHead = [rows, heads, length, size];
      return differentiable(
        [qkv],
        () => {
          const parts = tf.transpose(qkv.reshape([rows, length, 3, heads, size]), [2, 0, 3, 1, 4]);
          const part = (index: number) =>
            parts.slice([index, 0, 0, 0, 0], [1, ...byHead] as number[]).reshape(byHead);
          const [q, k, v] = [scale(part(0), temperature), part(1), part(2)];
          const scores = native.matMul(q, k, false, true);
          const weights = native.run('Softmax', [mask ? add(scores, mask) : scores]);
          const context = tf.transpose(native.matMul(weights, v), [0, 2, 1, 3]);
          return { value: context.reshape<tf.Tensor2D>([rows * length, hidden]), saved: [weights, q, k, v] };
        },
        // Softmax: ds = w · (dw − Σ dw · w); the rest is the product rule. q was saved with the temperature in it.
        (dy, [weights, q, k, v]) => {
          const dContext = tf.transpose(dy.reshape([rows, length, heads, size]), [0, 2, 1, 3]);
          const dV = native.matMul(weights!, dContext, true);
          const weighted = mul(native.matMul(dContext, v!, false, true), weights!);
          const dScores = sub(weighted, mul(weights!, native.reduceLast('Sum', weighted)));
          const dQ = scale(native.matMul(dScores, k!), temperature);
          const dK = native.matMul(dScores, q!, true);
          return [tf.transpose(tf.stack([dQ, dK, dV]), [1, 3, 0, 2, 4]).reshape([rows * length, 3 * hidden])];
        },
      );
    },
  };
}

function arithmetic(native: NativeOps) {
  return {
    add: (a: tf.Tensor, b: tf.Tensor) => native.run('AddV2', [a, b]),
    sub: (a: tf.Tensor, b: tf.Tensor) => native.run('Sub', [a, b]),
    mul: (a: tf.Tensor, b: tf.Tensor) => native.run('Mul', [a, b]),
    scale: (a: tf.Tensor, factor: number) => native.run('Mul', [a, tf.scalar(factor)]),
    /** `[n, d]` → `[d]`; as a product with a row of ones, which uses all cores */
    columnSums: (x: tf.Tensor) => native.matMul(tf.ones([1, x.shape[0]]), x).reshape([x.shape[1]!]),
  };
}
