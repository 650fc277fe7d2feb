import fc from 'fast-check';
import { tf } from '../../../src/models/backend';
import { orthonormal, xavierUniform } from '../../../src/models/encoders/initialisation';
import { difference } from '../../support/tensors';

const width = fc.integer({ min: 1, max: 24 });

describe('orthonormal', () => {
  it('has orthonormal rows, or columns where it widens', () => {
    fc.assert(
      fc.property(width, width, fc.nat(1e6), (out, inputs, seed) =>
        tf.tidy(() => {
          const matrix = orthonormal(out, inputs, seed);
          expect(matrix.shape).toEqual([out, inputs]);
          const product =
            out <= inputs ? tf.matMul(matrix, matrix, false, true) : tf.matMul(matrix, matrix, true);
          expect(difference(product.dataSync(), tf.eye(Math.min(out, inputs)).dataSync())).toBeLessThan(1e-5);
        }),
      ),
      { numRuns: 50 },
    );
  });

  it('keeps the cosine of two vectors nearly', () => {
    tf.tidy(() => {
      const pair = tf.randomNormal([2, 384], 0.5, 1, 'float32', 3);
      const cosine = (x: tf.Tensor) => {
        const [a, b] = tf.unstack(x.div(x.norm(2, 1, true)));
        return a!.mul(b!).sum().dataSync()[0]!;
      };
      const projected = tf.matMul(pair, orthonormal(128, 384, 1), false, true);
      expect(Math.abs(cosine(projected) - cosine(pair))).toBeLessThan(0.15);
    });
  });
});

describe.each([
  ['orthonormal', orthonormal],
  ['xavierUniform', xavierUniform],
])('%s', (_, make) => {
  it.each([0, 1])('gives the same matrix for the same seed, %p, and another for another', (seed) => {
    const [a, again, b] = [seed, seed, seed + 1].map((own) => [...make(3, 5, own).dataSync()]);
    expect(again).toEqual(a);
    expect(b).not.toEqual(a);
  });
});

describe('xavierUniform', () => {
  it('stays within ±√(6 / (in + out)) and fills it', () => {
    const values = xavierUniform(40, 20, 1).dataSync();
    const bound = Math.sqrt(6 / 60);
    expect(Math.max(...values)).toBeLessThanOrEqual(bound);
    expect(Math.max(...values)).toBeGreaterThan(0.98 * bound);
    expect(Math.min(...values)).toBeLessThan(-0.98 * bound);
  });
});
