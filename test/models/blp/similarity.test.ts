import { tf } from '../../../src/models/backend';
import { metrics, similarity } from '../../../src/models/blp/similarity';
import { pairwise, rowwise, unitRows } from '../../../src/models/blp/tensorSimilarity';
import { difference, leaked } from '../../support/tensors';

/** Values of a function and its gradients in each input, weighted so that every output matters differently. */
function gradients(
  score: (q: tf.Tensor2D, x: tf.Tensor2D) => tf.Tensor,
  q: tf.Tensor2D,
  x: tf.Tensor2D,
): Float32Array[] {
  return tf.tidy(() => {
    const weighted = (a: tf.Tensor, b: tf.Tensor): tf.Tensor => {
      const scores = score(a as tf.Tensor2D, b as tf.Tensor2D);
      return tf.sum(tf.mul(scores, tf.reshape(tf.cos(tf.range(0, scores.size)), scores.shape)));
    };
    return tf
      .grads(weighted)([q, x])
      .map((gradient) => Float32Array.from(gradient.dataSync<'float32'>()));
  });
}

describe.each(metrics)('similarity by %s', (metric) => {
  const [q, x] = [
    tf.randomNormal([7, 6], 0, 1, 'float32', 1),
    tf.randomNormal([6, 6], 0, 1, 'float32', 2),
  ] as [tf.Tensor2D, tf.Tensor2D];
  const row = (t: tf.Tensor2D, i: number): Float32Array => t.dataSync<'float32'>().slice(i * 6, i * 6 + 6);

  it('is the same in tensors, for all pairs and for rows, as in plain arithmetic', () => {
    tf.tidy(() => {
      const plain = Array.from({ length: 42 }, (_, i) =>
        similarity(metric, row(q, Math.floor(i / 6)), row(x, i % 6)),
      );
      expect(difference(pairwise(metric, q, x).dataSync(), plain)).toBeLessThan(1e-5);
      const rows = rowwise(metric, tf.slice(q, [0, 0], [6, -1]), x).dataSync();
      expect(
        difference(
          rows,
          plain.filter((_, i) => Math.floor(i / 6) === i % 6),
        ),
      ).toBeLessThan(1e-5);
    });
  });

  it('has the gradient of TensorFlow’s own operations', () => {
    const differences = (a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor =>
      tf.sub(tf.expandDims(a, 1), tf.expandDims(b, 0));
    const reference = {
      l1: (a: tf.Tensor2D, b: tf.Tensor2D) => tf.neg(tf.sum(tf.abs(differences(a, b)), 2)),
      l2: (a: tf.Tensor2D, b: tf.Tensor2D) => tf.neg(tf.sqrt(tf.sum(tf.square(differences(a, b)), 2))),
      modulus: (a: tf.Tensor2D, b: tf.Tensor2D) =>
        tf.neg(
          tf.sum(tf.sqrt(tf.sum(tf.square(tf.reshape(differences(a, b), [a.shape[0], -1, 3, 2])), 3)), 2),
        ),
      dot: (a: tf.Tensor2D, b: tf.Tensor2D) => tf.matMul(a, b, false, true),
    }[metric];
    const expected = gradients(reference, q, x);
    gradients((a, b) => pairwise(metric, a, b), q, x).forEach((gradient, i) => {
      expect(difference(gradient, expected[i]!)).toBeLessThan(1e-4);
    });
    const six = tf.slice(q, [0, 0], [6, -1]);
    const diagonal = (a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor =>
      tf.sum(tf.mul(reference(a, b), tf.eye(6)), 1);
    const expectedRows = gradients(diagonal, six, x);
    gradients((a, b) => rowwise(metric, a, b), six, x).forEach((gradient, i) => {
      expect(difference(gradient, expectedRows[i]!)).toBeLessThan(1e-4);
    });
    six.dispose();
  });

  it('has a finite gradient where query and candidate are equal', () => {
    for (const score of [pairwise, rowwise]) {
      for (const gradient of gradients((a, b) => score(metric, a, b), x, x)) {
        expect(gradient.every(Number.isFinite)).toBe(true);
      }
    }
  });

  it('leaves no tensor behind', () => {
    expect(leaked(() => gradients((a, b) => pairwise(metric, a, b), q, x))).toBe(0);
  });
});

describe('pairwise by l1', () => {
  it('does not depend on how the queries are cut into blocks', () => {
    tf.tidy(() => {
      // 1,500 candidates of width 300: two queries a block.
      const q = tf.randomNormal<tf.Rank.R2>([5, 300], 0, 1, 'float32', 3);
      const x = tf.randomNormal<tf.Rank.R2>([1500, 300], 0, 1, 'float32', 4);
      const reference = (a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor =>
        tf.neg(tf.sum(tf.abs(tf.sub(tf.expandDims(a, 1), tf.expandDims(b, 0))), 2));
      expect(difference(pairwise('l1', q, x).dataSync(), reference(q, x).dataSync())).toBeLessThan(1e-5);
      const expected = gradients(reference, q, x);
      gradients((a, b) => pairwise('l1', a, b), q, x).forEach((gradient, i) => {
        expect(difference(gradient, expected[i]!)).toBeLessThan(1e-4);
      });
    });
  });
});

describe('unitRows', () => {
  it('gives rows of length 1, keeps a zero row, and has a finite gradient there', () => {
    tf.tidy(() => {
      const rows = tf.tensor2d([
        [3, 4],
        [0, 0],
        [0.1, 0],
      ]);
      expect(difference(unitRows(rows).dataSync(), [0.6, 0.8, 0, 0, 1, 0])).toBeLessThan(1e-6);
      const gradient = tf
        .grad((x) => tf.sum(unitRows(x as tf.Tensor2D)))(rows)
        .dataSync<'float32'>();
      expect(gradient.every(Number.isFinite)).toBe(true);
    });
  });
});
