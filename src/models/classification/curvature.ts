/** A symmetric positive definite matrix that systems of equations are solved with. */
export interface Curvature {
  /** Replace b by A⁻¹ b. */
  solve(b: Float64Array): void;
}

/** A matrix with nothing outside its diagonal. */
export class Diagonal implements Curvature {
  constructor(private readonly values: Float64Array) {}

  solve(b: Float64Array): void {
    for (let i = 0; i < b.length; i++) b[i]! /= this.values[i]!;
  }
}
