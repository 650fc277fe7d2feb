import { KindredError } from '../../shared/errors';

/** A symmetric positive definite matrix A = L Lᵀ, for solving A x = b many times. */
export class Cholesky {
  /** `[size, size]`, row-major, lower triangle */
  private readonly factor: Float64Array;

  /**
   * @param matrix `[size, size]`, row-major; its lower triangle is read
   * @throws INTERNAL when it is not positive definite
   */
  constructor(
    matrix: ArrayLike<number>,
    private readonly size: number,
  ) {
    const l = (this.factor = Float64Array.from(matrix));
    for (let column = 0; column < size; column++) {
      for (let row = column; row < size; row++) {
        let sum = l[row * size + column]!;
        for (let k = 0; k < column; k++) sum -= l[row * size + k]! * l[column * size + k]!;
        if (row === column && !(sum > 0)) {
          throw new KindredError('INTERNAL', `The matrix is not positive definite at ${column}.`);
        }
        l[row * size + column] = row === column ? Math.sqrt(sum) : sum / l[column * size + column]!;
      }
    }
  }

  /** Replace b, `[size]`, by A⁻¹ b. */
  solve(b: Float64Array): void {
    const { factor: l, size } = this;
    for (let row = 0; row < size; row++) {
      let sum = b[row]!;
      for (let k = 0; k < row; k++) sum -= l[row * size + k]! * b[k]!;
      b[row] = sum / l[row * size + row]!;
    }
    // Lᵀ by the rows of L: each part that is known is taken out of those above it.
    for (let row = size - 1; row >= 0; row--) {
      const x = (b[row]! /= l[row * size + row]!);
      for (let k = 0; k < row; k++) b[k]! -= l[row * size + k]! * x;
    }
  }
}
