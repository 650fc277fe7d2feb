import { setImmediate as nextTurn } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';

/** A smooth convex function of many variables. */
export interface Objective {
  /** Value and gradient at a point. */
  evaluate(point: Float64Array): Evaluation;
  /** Let {@link precondition} stand for the Hessian at this point. */
  renewPreconditioner(point: Float64Array): void;
  /** About the inverse Hessian times a vector, in place; symmetric and positive definite. */
  precondition(vector: Float64Array): void;
}

export interface Evaluation {
  readonly value: number;
  readonly gradient: Float64Array;
}

export interface MinimiseOptions {
  /** the search ends where the value is at most this share of itself over the minimum, as far as can be told */
  readonly tolerance: number;
  readonly mostIterations: number;
  /** stops with CANCELLED between iterations */
  readonly signal?: AbortSignal;
}

export interface Minimum {
  readonly point: Float64Array;
  readonly iterations: number;
  /** whether the tolerance was reached; else the iterations, or the precision of numbers, came to their end */
  readonly converged: boolean;
}

/** Iterations before which the preconditioner is renewed: it costs many, and the Hessian changes less and less. */
const renewals: ReadonlySet<number> = new Set([15, 45, 135, 405]);

/** Changes of point and gradient that are remembered. */
const memory = 20;

/** A step and what it did to the gradient. */
interface Change {
  readonly step: Float64Array;
  readonly difference: Float64Array;
  /** 1 / (step · difference) */
  readonly rho: number;
}

/**
 * The minimum of a convex function by L-BFGS (Nocedal 1980; Nocedal and Wright, "Numerical Optimization", algorithm
 * 7.5), preconditioned; the event loop runs between iterations.
 *
 * @param start left as it is
 * @throws INTERNAL for a value that is not finite; CANCELLED
 */
export async function minimise(
  objective: Objective,
  start: Float64Array,
  { tolerance, mostIterations, signal }: MinimiseOptions,
): Promise<Minimum> {
  const changes: Change[] = [];
  let point: Float64Array = start.slice();
  let here = finite(objective.evaluate(point));
  for (let iterations = 0; ; iterations++) {
    if (signal?.aborted) throw new KindredError('CANCELLED', 'The fit was stopped.');
    if (renewals.has(iterations)) objective.renewPreconditioner(point);
    const direction = descent(objective, here.gradient, changes);
    // Half of this is how far a quadratic function would fall.
    const converged = -dot(here.gradient, direction) <= 2 * tolerance * Math.abs(here.value);
    if (converged || iterations === mostIterations) return { point, iterations, converged };
    const next = search(objective, point, here, direction);
    if (!next) return { point, iterations, converged };
    const step = difference(next.point, point);
    const change = difference(next.gradient, here.gradient);
    const curvature = dot(step, change);
    if (curvature > 0) changes.push({ step, difference: change, rho: 1 / curvature });
    if (changes.length > memory) changes.shift();
    point = next.point;
    here = next;
    await nextTurn();
  }
}

/** Minus the approximate inverse Hessian times the gradient (the two-loop recursion). */
function descent(objective: Objective, gradient: Float64Array, changes: readonly Change[]): Float64Array {
  const direction = Float64Array.from(gradient);
  scale(direction, -1);
  const shares = new Float64Array(changes.length);
  for (let i = changes.length - 1; i >= 0; i--) {
    const { step, difference, rho } = changes[i]!;
    addTo(direction, -(shares[i] = rho * dot(step, direction)), difference);
  }
  objective.precondition(direction);
  const last = changes.at(-1);
  if (last) scale(direction, scaleOf(objective, last));
  changes.forEach(({ step, difference, rho }, i) => {
    addTo(direction, shares[i]! - rho * dot(difference, direction), step);
  });
  return direction;
}

/** By how much the preconditioner is too small along the last step. */
function scaleOf(objective: Objective, { difference, rho }: Change): number {
  const solved = difference.slice();
  objective.precondition(solved);
  return 1 / (rho * dot(difference, solved));
}

/** Wolfe's conditions in the form of Hager and Zhang (2005), which rounding of the value does not disturb. */
const sufficient = 0.1;
const flatter = 0.9;
const roundingOfValue = 1e-6;
const mostTries = 40;

/** A point along the direction that is lower, where the slope is flatter; undefined where numbers tell no more. */
function search(
  objective: Objective,
  from: Float64Array,
  { value, gradient }: Evaluation,
  direction: Float64Array,
): (Evaluation & { point: Float64Array }) | undefined {
  const slope = dot(gradient, direction);
  if (!(slope < 0)) return undefined;
  let [low, lowSlope] = [0, slope];
  let [high, highSlope] = [Infinity, NaN];
  for (let length = 1, tries = 0; tries < mostTries; tries++) {
    const point = from.map((x, i) => x + length * direction[i]!);
    const there = objective.evaluate(point);
    const found = dot(there.gradient, direction);
    const isHigher = !(there.value <= value + roundingOfValue * Math.abs(value));
    if (!isHigher && found >= flatter * slope && found <= (2 * sufficient - 1) * slope) {
      return { point, ...finite(there) };
    }
    if (isHigher || found > 0) [high, highSlope] = [length, isHigher ? NaN : found];
    else [low, lowSlope] = [length, found];
    length = between(low, lowSlope, high, highSlope);
  }
  return undefined;
}

/** Where the slope would be zero if it changed evenly; well inside the bracket, or beyond it while it is open. */
function between(low: number, lowSlope: number, high: number, highSlope: number): number {
  if (high === Infinity) return 3 * low;
  const secant = low + ((high - low) * -lowSlope) / (highSlope - lowSlope);
  const margin = 0.1 * (high - low);
  return Number.isFinite(secant) ? Math.min(Math.max(secant, low + margin), high - margin) : (low + high) / 2;
}

function finite(evaluation: Evaluation): Evaluation {
  if (Number.isFinite(evaluation.value + dot(evaluation.gradient, evaluation.gradient))) return evaluation;
  throw new KindredError(
    'INTERNAL',
    'The objective is not finite: its numbers are too large to compute with.',
  );
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function addTo(vector: Float64Array, factor: number, other: Float64Array): void {
  for (let i = 0; i < vector.length; i++) vector[i]! += factor * other[i]!;
}

function scale(vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor;
}

function difference(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]!);
}
