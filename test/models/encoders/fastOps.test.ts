import fc from 'fast-check';
import { tf } from '../../../src/models/backend';
import type { EncoderOps } from '../../../src/models/encoders/ops/encoderOps';
import { fastOps } from '../../../src/models/encoders/ops/fastOps';
import { plainOps } from '../../../src/models/encoders/ops/plainOps';
import { difference, leaked, relativeDistance } from '../../support/tensors';

const fast = fastOps();
const half = fastOps('bfloat16');

/** Values and gradients of one op on random inputs, under a random weighting of its output. */
function compare(
  shapes: number[][],
  seed: number,
  apply: (ops: EncoderOps, inputs: tf.Tensor[]) => tf.Tensor,
): void {
  tf.tidy(() => {
    const inputs = shapes.map((shape, i) => tf.randomNormal(shape, 0.2, 1.5, 'float32', seed + i));
    const [plain, quick] = [plainOps, fast].map((ops) => apply(ops, inputs));
    expect(difference(quick!.dataSync(), plain!.dataSync())).toBeLessThan(1e-5);
    const weighting = tf.randomNormal(plain!.shape, 0, 1, 'float32', seed + 99);
    const [expected, actual] = [plainOps, fast].map((ops) =>
      tf.grads((...own: tf.Tensor[]) => apply(ops, own).mul(weighting).sum())(inputs),
    );
    expected!.forEach((gradient, i) => {
      expect(actual![i]!.shape).toEqual(gradient.shape);
      expect(relativeDistance(actual![i]!.dataSync(), gradient.dataSync())).toBeLessThan(1e-4);
    });
  });
}

const size = (max: number) => fc.integer({ min: 1, max });
const runs = { numRuns: 40 };

describe('fast ops', () => {
  it('are not the plain ones on this machine', () => {
    expect(fast).not.toBe(plainOps);
  });

  it('equal the plain linear map and its gradients', () => {
    fc.assert(
      fc.property(size(9), size(9), size(9), fc.nat(1e6), (n, inputs, out, seed) =>
        compare([[n, inputs], [out, inputs], [out]], seed, (ops, [x, w, b]) =>
          ops.linear(x as tf.Tensor2D, w as tf.Tensor2D, b as tf.Tensor1D),
        ),
      ),
      runs,
    );
  });

  it('equal the plain layer norm and its gradients', () => {
    fc.assert(
      // Of two columns, layer norm gives ±1 whatever they hold, and the gradient is rounding noise.
      fc.property(size(9), fc.integer({ min: 4, max: 12 }), fc.nat(1e6), (n, d, seed) =>
        compare([[n, d], [d], [d]], seed, (ops, [x, g, b]) =>
          ops.layerNorm(x as tf.Tensor2D, g as tf.Tensor1D, b as tf.Tensor1D, 1e-6),
        ),
      ),
      runs,
    );
  });

  it('equal the plain GELU and its gradient, far from 0 too', () => {
    fc.assert(
      fc.property(size(9), size(9), fc.constantFrom(0.01, 1, 20), fc.nat(1e6), (n, d, scale, seed) =>
        compare([[n, d]], seed, (ops, [x]) => ops.gelu(x!.mul(scale))),
      ),
      runs,
    );
  });

  it('equal the plain attention and its gradient, padded or not', () => {
    fc.assert(
      fc.property(
        size(3),
        size(6),
        size(3),
        size(5),
        fc.boolean(),
        fc.nat(1e6),
        (rows, length, heads, width, padded, seed) => {
          const keep = (row: number, at: number) => !padded || at === 0 || at < length - row;
          const mask = tf.tidy(() =>
            tf
              .tensor2d(
                Array.from({ length: rows }, (_, row) =>
                  Array.from({ length }, (_, at) => (keep(row, at) ? 0 : -1e9)),
                ),
              )
              .reshape<tf.Tensor4D>([rows, 1, 1, length]),
          );
          compare([[rows * length, 3 * heads * width]], seed, (ops, [qkv]) =>
            ops.attention(qkv as tf.Tensor2D, { rows, length, heads, mask: padded ? mask : undefined }),
          );
          mask.dispose();
        },
      ),
      runs,
    );
  });

  it.each([fast, half])('leave no tensor behind, with or without a gradient', (ops) => {
    const x = tf.randomNormal<tf.Rank.R2>([12, 24]);
    const [gain, bias] = [tf.ones<tf.Rank.R1>([24]), tf.zeros<tf.Rank.R1>([24])];
    const square = tf.randomNormal<tf.Rank.R2>([24, 24]);
    const all = (own: tf.Tensor2D) => {
      const normal = ops.layerNorm(ops.gelu(ops.linear(own, square, bias)), gain, bias, 1e-6);
      return ops.attention(normal, { rows: 3, length: 4, heads: 2 });
    };
    const value = () => tf.dispose(tf.tidy(() => all(x)));
    const gradient = () => tf.dispose(tf.grad((own) => all(own as tf.Tensor2D).sum())(x));
    expect(leaked(() => Array.from({ length: 50 }, value))).toBe(0);
    expect(leaked(() => Array.from({ length: 50 }, gradient))).toBe(0);
    tf.dispose([x, gain, bias, square]);
  });
});

describe('linear maps in bfloat16', () => {
  const linear = (ops: EncoderOps, [x, w, b]: tf.Tensor[]) =>
    ops.linear(x as tf.Tensor2D, w as tf.Tensor2D, b as tf.Tensor1D);
  const gradients = (ops: EncoderOps, inputs: tf.Tensor[]) =>
    tf.grads((...own: tf.Tensor[]) => linear(ops, own).square().sum())(inputs);

  it('are exact, as their gradients are, where bfloat16 is: whole numbers of at most 8 bits', () => {
    fc.assert(
      fc.property(size(9), size(9), size(9), fc.nat(1e6), (n, inputs, out, seed) =>
        tf.tidy(() => {
          const shapes = [[n, inputs], [out, inputs], [out]];
          const own = shapes.map((shape, i) => tf.randomUniform(shape, 0, 2, 'float32', seed + i).floor());
          const value = linear(half, own);
          expect(value.dtype).toBe('float32');
          expect(value.dataSync()).toEqual(linear(plainOps, own).dataSync());
          const expected = gradients(plainOps, own);
          gradients(half, own).forEach((gradient, i) => {
            expect(gradient.dataSync()).toEqual(expected[i]!.dataSync());
          });
        }),
      ),
      runs,
    );
  });

  it('differ from float32 by the rounding of their factors and no more', () => {
    tf.tidy(() => {
      const own = [[64, 384], [96, 384], [96]].map((shape, i) => tf.randomNormal(shape, 0, 1, 'float32', i));
      const distances = [
        relativeDistance(linear(half, own).dataSync(), linear(fast, own).dataSync()),
        ...gradients(half, own).map((gradient, i) =>
          relativeDistance(gradient.dataSync(), gradients(fast, own)[i]!.dataSync()),
        ),
      ];
      for (const distance of distances) {
        expect(distance).toBeGreaterThan(1e-4);
        expect(distance).toBeLessThan(2 ** -7);
      }
    });
  });
});
