import { tf } from '../backend';
import { differentiable } from '../encoders/ops/differentiable';
import type { TrainingSettings } from '../training/settings';

/**
 * Scores of a batch: `positive` `[B]` of its triples, `negative` `[B, N]` of the corrupted ones, `weights` `[B, N]`
 * 0 where a corrupted triple turned out to be true, else 1.
 */
export interface PairScores {
  readonly positive: tf.Tensor1D;
  readonly negative: tf.Tensor2D;
  readonly weights: tf.Tensor2D;
}

/**
 * The settings' loss, one of those over pairs.
 *
 * @param margin for `margin`
 * @param gamma  for the others: γ, added to every score before its sigmoid. Where a score is minus a distance, γ is the
 *               distance that counts as neither near nor far (Sun et al. 2019, equation 4)
 */
export function pairLoss(
  scores: PairScores,
  { loss, margin, gamma }: Pick<TrainingSettings, 'loss' | 'margin' | 'gamma'>,
): tf.Scalar {
  if (loss === 'margin') return marginLoss(scores, margin);
  const { positive, negative, weights } = scores;
  const shift = <T extends tf.Tensor>(values: T): T => (gamma === 0 ? values : tf.add(values, gamma));
  const shifted = { positive: shift(positive), negative: shift(negative), weights };
  return loss === 'bce' ? binaryCrossEntropy(shifted) : negativeLogLikelihood(shifted);
}

/** Mean over the pairs of max(0, margin − s⁺ + s⁻). Source: Daza et al. 2021, equation 1. */
export function marginLoss({ positive, negative, weights }: PairScores, margin: number): tf.Scalar {
  const violations: tf.Tensor2D = tf.add(tf.sub(negative, tf.expandDims(positive, 1)), margin);
  return weightedMean(tf.relu(violations), weights);
}

/** ½ (mean softplus(−s⁺) + mean softplus(s⁻)): logistic loss, both kinds weighing the same. Source: Trouillon et al. 2016. */
export function negativeLogLikelihood({ positive, negative, weights }: PairScores): tf.Scalar {
  const pull = tf.mean(tf.softplus(tf.neg(positive)));
  return tf.mul(0.5, tf.add(pull, weightedMean(tf.softplus(negative), weights)));
}

/** Mean of softplus(−s⁺) and softplus(s⁻) over all triples, true or corrupted, alike. Source: Yao et al. 2019, equation 3. */
export function binaryCrossEntropy({ positive, negative, weights }: PairScores): tf.Scalar {
  const sum = tf.add(tf.sum(tf.softplus(tf.neg(positive))), tf.sum(tf.mul(tf.softplus(negative), weights)));
  return tf.div(sum, tf.add(tf.sum(weights), positive.shape[0]));
}

/**
 * Mean over the queries of −log softmax(scale · scores)[target], where other true answers do not take part.
 *
 * The InfoNCE loss (van den Oord et al. 2018) with the batch's entities as candidates and a learned inverse
 * temperature, as in SimKGC (Wang et al. 2022, equation 3) without its margin.
 *
 * @param scores  `[Q, U]`
 * @param targets `[Q]` column of the true answer
 * @param masked  `[Q, U]` 1 for other true answers, else 0
 * @param scale   inverse temperature
 */
export function contrastiveLoss(
  scores: tf.Tensor2D,
  targets: tf.Tensor1D,
  masked: tf.Tensor2D,
  scale: tf.Scalar,
): tf.Scalar {
  const logits = tf.sub(tf.mul(scores, scale), tf.mul(masked, outOfReach));
  const candidates = scores.shape[1];
  // TensorFlow has no oneHot of depth 1: a batch of nothing but `a r a`.
  const truth = candidates > 1 ? tf.oneHot(targets, candidates) : tf.onesLike(scores);
  const target = tf.sum(tf.mul(logits, truth), 1);
  return tf.mean(tf.sub(tf.logSumExp(logits, 1), target));
}

/**
 * Mean over the rows of −log softmax(logits)[target]; 0 for no rows. Its own gradient, softmax less truth, takes a third
 * of the memory of TensorFlow.js's.
 *
 * @param logits  `[n, classes]`
 * @param targets `[n]`
 */
export function crossEntropy(logits: tf.Tensor2D, targets: Int32Array): tf.Scalar {
  const rows = Math.max(1, targets.length);
  return differentiable<tf.Scalar>(
    [logits],
    () => {
      const logProbabilities = tf.logSoftmax(logits);
      const truth = tf.oneHot(tf.tensor1d(targets, 'int32'), logits.shape[1], 1, 0, 'float32');
      const sum: tf.Scalar = tf.sum(tf.mul(logProbabilities, truth));
      return { value: tf.div(sum, -rows), saved: [logProbabilities, truth] };
    },
    (dy, [logProbabilities, truth]) => [tf.mul(tf.sub(tf.exp(logProbabilities!), truth!), tf.div(dy, rows))],
  );
}

/** Large enough that exp underflows to 0 beside any score, small enough to leave finite sums. */
const outOfReach = 1e9;

/** λ times the mean over the kinds of vectors (heads, tails, relations; each `[B, d]`) of their mean square. */
export function l2Penalty(weight: number, kinds: readonly tf.Tensor2D[]): tf.Scalar {
  const meanSquares = kinds.map((x): tf.Scalar => tf.mean(tf.square(x)));
  return tf.mul(weight / kinds.length, tf.addN(meanSquares));
}

function weightedMean(values: tf.Tensor2D, weights: tf.Tensor2D): tf.Scalar {
  return tf.div(tf.sum(tf.mul(values, weights)), tf.maximum(tf.sum(weights), 1));
}
