import { rowOf } from '../../shared/vectors';
import { type Link, sigmoid, softmax } from './link';

/** A linear classifier of vectors. */
export interface Classifier {
  readonly link: Link;
  /** width of the vectors */
  readonly dimension: number;
  readonly classes: number;
  /** `[classes, dimension + 1]`, row-major, each class's intercept last */
  readonly parameters: Float64Array;
}

/**
 * Probability of each class; with `softmax` they add up to 1.
 *
 * @param vector `[dimension]`
 */
export function probabilities(
  { link, dimension, classes, parameters }: Classifier,
  vector: Float32Array,
): Float64Array {
  const scores = new Float64Array(classes);
  for (let c = 0; c < classes; c++) {
    const at = c * (dimension + 1);
    let score = parameters[at + dimension]!;
    for (let i = 0; i < dimension; i++) score += parameters[at + i]! * vector[i]!;
    scores[c] = score;
  }
  if (link === 'softmax') softmax(scores, 0, classes);
  else sigmoid(scores, 0, classes);
  return scores;
}

/**
 * The most probable class of each row, of equally probable ones the first.
 *
 * @param vectors `[rows, dimension]`, row-major
 */
export function mostProbable(classifier: Classifier, vectors: Float32Array): Int32Array {
  const { dimension } = classifier;
  return Int32Array.from({ length: vectors.length / dimension }, (_, row) => {
    const found = probabilities(classifier, rowOf(vectors, row, dimension));
    return found.reduce((best, probability, c) => (probability > found[best]! ? c : best), 0);
  });
}
