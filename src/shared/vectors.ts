import { KindredError } from './errors';

/** Euclidean length below which a vector counts as zero. */
const epsilon = 1e-12;

/**
 * Refuse a vector that an index would silently drop: wrong width, not finite, or zero.
 *
 * @param vector `[dimension]`
 */
export function checkVector(vector: ArrayLike<number>, dimension: number, owner: string): void {
  if (vector.length !== dimension) {
    throw new KindredError(
      'INTERNAL',
      `The vector of ${owner} has ${vector.length} values; ${dimension} were expected.`,
    );
  }
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += vector[i]! * vector[i]!;
  if (!Number.isFinite(squares) || squares < epsilon) {
    throw new KindredError(
      'INTERNAL',
      `The vector of ${owner} is ${squares < epsilon ? 'zero' : 'not finite'}.`,
    );
  }
}

/** Divide each row of a row-major `[rows, dimension]` matrix by its Euclidean length, in place; zero rows stay zero. */
export function normalizeRows(matrix: Float32Array, dimension: number): Float32Array {
  for (let start = 0; start < matrix.length; start += dimension) {
    let squares = 0;
    for (let i = start; i < start + dimension; i++) squares += matrix[i]! * matrix[i]!;
    const scale = squares > epsilon * epsilon ? 1 / Math.sqrt(squares) : 0;
    for (let i = start; i < start + dimension; i++) matrix[i]! *= scale;
  }
  return matrix;
}

/** One row of a row-major `[rows, dimension]` matrix, as a view. */
export function rowOf(matrix: Float32Array, row: number, dimension: number): Float32Array {
  return matrix.subarray(row * dimension, (row + 1) * dimension);
}

/** A plain loop: a call a value (`every`) takes seconds for a model's millions. */
export function allFinite(values: ArrayLike<number>): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
