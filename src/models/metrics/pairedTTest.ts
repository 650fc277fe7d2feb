import { badInput } from '../../shared/errors';
import { mean } from './mean';

export interface TTest {
  /** mean of b − a */
  readonly difference: number;
  readonly t: number;
  readonly degreesOfFreedom: number;
  /** probability of a difference at least as large, in either direction, where there is none; 1 where all are equal */
  readonly p: number;
}

/**
 * Two-tailed paired t-test: whether two systems differ on the same queries by more than chance.
 *
 * Source: Student, "The probable error of a mean" (1908).
 *
 * @throws BAD_INPUT for fewer than two pairs, or lists of different lengths
 */
export function pairedTTest(a: readonly number[], b: readonly number[]): TTest {
  const n = a.length;
  if (n !== b.length || n < 2) {
    throw badInput(
      `A paired t-test needs two lists of one length, 2 or more; they have ${n} and ${b.length}.`,
    );
  }
  const differences = a.map((value, i) => b[i]! - value);
  const difference = mean(differences);
  const variance = differences.reduce((sum, own) => sum + (own - difference) ** 2, 0) / (n - 1);
  const degreesOfFreedom = n - 1;
  if (variance === 0) {
    const t = difference === 0 ? 0 : Infinity * Math.sign(difference);
    return { difference, t, degreesOfFreedom, p: difference === 0 ? 1 : 0 };
  }
  const t = difference / Math.sqrt(variance / n);
  const p = incompleteBeta(degreesOfFreedom / 2, 0.5, degreesOfFreedom / (degreesOfFreedom + t * t));
  return { difference, t, degreesOfFreedom, p };
}

/** Iₓ(a, b), by its continued fraction (Abramowitz and Stegun, 26.5.8), evaluated from the front (Lentz 1976). */
function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast below this; the other side is one less.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front =
    Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  const tiny = 1e-300;
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let [c, d] = [1, 1 / away(1 - ((a + b) * x) / (a + 1))];
  let result = d;
  for (let m = 1; m < 1000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * result;
}

/** ln Γ(x) for x > 0 (Lanczos 1964, g = 7). */
function logGamma(x: number): number {
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x + 6.5;
  const sum = coefficients.reduce((total, own, i) => (i === 0 ? own : total + own / (x - 1 + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}
