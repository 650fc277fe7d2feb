import { tf } from '../backend';
import { differentiable } from '../encoders/ops/differentiable';
import { type Norm, norms } from './norms';
import type { Metric } from './similarity';

/** Added under square roots: their gradient at 0 is not finite. */
const epsilon = 1e-12;

/** Elements of the largest temporary of {@link pairwise}: 4 MB, which stays in a core's cache. */
const chunkElements = 1 << 20;

/**
 * Score of each query with the candidate of the same row.
 *
 * @param queries    `[n, d]`
 * @param candidates `[n, d]`
 * @returns `[n]`
 */
export function rowwise(metric: Metric, queries: tf.Tensor2D, candidates: tf.Tensor2D): tf.Tensor1D {
  if (metric === 'dot') return tf.sum(tf.mul(queries, candidates), 1);
  if (metric !== 'l2') return rowwiseBy(norms[metric], queries, candidates);
  const squares: tf.Tensor1D = tf.sum(tf.square(tf.sub(queries, candidates)), 1);
  return distance(squares);
}

/**
 * Score of each query with every candidate.
 *
 * @param queries    `[q, d]`
 * @param candidates `[c, d]`
 * @returns `[q, c]`
 */
export function pairwise(metric: Metric, queries: tf.Tensor2D, candidates: tf.Tensor2D): tf.Tensor2D {
  if (metric === 'dot') return tf.matMul(queries, candidates, false, true);
  if (metric !== 'l2') return pairwiseBy(norms[metric], queries, candidates);
  const lengths = tf.add(squaredLengths(queries), tf.transpose(squaredLengths(candidates)));
  const squares: tf.Tensor2D = tf.sub(lengths, tf.mul(2, tf.matMul(queries, candidates, false, true)));
  return distance(tf.relu(squares));
}

function distance<T extends tf.Tensor>(squares: T): T {
  const shifted: T = tf.add(squares, epsilon);
  return tf.neg(tf.sqrt(shifted));
}

/** Each row divided by its Euclidean length; a row of zeros stays zero and has a finite gradient. */
export function unitRows(x: tf.Tensor2D): tf.Tensor2D {
  return tf.mul(x, tf.rsqrt(tf.add(squaredLengths(x), epsilon)));
}

function squaredLengths(x: tf.Tensor2D): tf.Tensor2D {
  return tf.sum(tf.square(x), 1, true);
}

function rowwiseBy(norm: Norm, queries: tf.Tensor2D, candidates: tf.Tensor2D): tf.Tensor1D {
  return differentiable<tf.Tensor1D>(
    [queries, candidates],
    () => {
      const difference = tf.sub(queries, candidates);
      return { value: tf.neg(norm.lengths(difference) as tf.Tensor1D), saved: [difference] };
    },
    (upstream, [difference]) => {
      const gradient = tf.mul(norm.directions(difference!), tf.expandDims(upstream, 1));
      return [tf.neg(gradient), gradient];
    },
  );
}

/** The differences `[q, c, d]` of all pairs are never held at once: they are made again, block by block, in the gradient. */
function pairwiseBy(norm: Norm, queries: tf.Tensor2D, candidates: tf.Tensor2D): tf.Tensor2D {
  const blocks = blocksOf(queries.shape[0], candidates.size);
  return differentiable<tf.Tensor2D>(
    [queries, candidates],
    () => {
      const distances = blocks.map(([from, rows]) =>
        tf.tidy(() => norm.lengths(differences(queries, candidates, from, rows)) as tf.Tensor2D),
      );
      return { value: tf.neg(tf.concat(distances)), saved: [queries, candidates] };
    },
    (upstream, saved) => pairwiseGradient(norm, saved[0] as tf.Tensor2D, saved[1] as tf.Tensor2D, upstream),
  );
}

/** d(−‖q − x‖)/dq = −direction(q − x), and the opposite for x. */
function pairwiseGradient(
  norm: Norm,
  q: tf.Tensor2D,
  x: tf.Tensor2D,
  upstream: tf.Tensor2D,
): [tf.Tensor2D, tf.Tensor2D] {
  const parts = blocksOf(q.shape[0], x.size).map(([from, rows]) =>
    tf.tidy(() => {
      const weights = tf.expandDims(tf.slice(upstream, [from, 0], [rows, -1]), 2);
      const pulls = tf.mul(norm.directions(differences(q, x, from, rows)), weights);
      return [tf.neg(tf.sum<tf.Tensor2D>(pulls, 1)), tf.sum<tf.Tensor2D>(pulls, 0)] as const;
    }),
  );
  return [
    tf.concat(parts.map(([forQueries]) => forQueries)),
    tf.addN(parts.map(([, forCandidates]) => forCandidates)),
  ];
}

/** `[rows, c, d]`: queries from … from + rows − 1 less every candidate. */
function differences(q: tf.Tensor2D, x: tf.Tensor2D, from: number, rows: number): tf.Tensor3D {
  return tf.sub(tf.expandDims(tf.slice(q, [from, 0], [rows, -1]), 1), tf.expandDims(x, 0));
}

function blocksOf(rows: number, elementsPerRow: number): [from: number, rows: number][] {
  const size = Math.max(1, Math.floor(chunkElements / elementsPerRow));
  return Array.from({ length: Math.ceil(rows / size) }, (_, i) => [
    i * size,
    Math.min(size, rows - i * size),
  ]);
}
