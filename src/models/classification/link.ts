/**
 * How scores become probabilities: `softmax`, where each entity has exactly one of the classes (multinomial logistic
 * regression); `sigmoid`, where it may have several, and each class is a question of its own.
 */
export type Link = 'softmax' | 'sigmoid';

/** Replace the scores from `start` to `end` by probabilities. Returns log Σ exp of the scores. */
export function softmax(scores: Float32Array | Float64Array, start: number, end: number): number {
  let most = -Infinity;
  for (let i = start; i < end; i++) if (scores[i]! > most) most = scores[i]!;
  let sum = 0;
  for (let i = start; i < end; i++) sum += scores[i] = Math.exp(scores[i]! - most);
  for (let i = start; i < end; i++) scores[i]! /= sum;
  return most + Math.log(sum);
}

/** Replace each of the scores from `start` to `end` by its probability. Returns Σ log(1 + exp of the score). */
export function sigmoid(scores: Float32Array | Float64Array, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) {
    const score = scores[i]!;
    const small = Math.exp(-Math.abs(score));
    sum += Math.max(score, 0) + Math.log1p(small);
    scores[i] = (score < 0 ? small : 1) / (1 + small);
  }
  return sum;
}
