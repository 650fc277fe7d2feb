import { tf } from '../../../src/models/backend';
import {
  binaryCrossEntropy,
  contrastiveLoss,
  crossEntropy,
  l2Penalty,
  marginLoss,
  negativeLogLikelihood,
  pairLoss,
} from '../../../src/models/blp/losses';

const value = (loss: () => tf.Scalar): number => tf.tidy(() => loss().dataSync()[0]!);

const softplus = (x: number): number => Math.log1p(Math.exp(x));

describe('losses of true and corrupted triples', () => {
  const positive = [-1, -3];
  const negative = [
    [-1.5, -4, -0.5],
    [-1, -9, -3],
  ];
  const weights = [
    [1, 1, 0],
    [1, 1, 1],
  ];
  const scores = () => ({
    positive: tf.tensor1d(positive),
    negative: tf.tensor2d(negative),
    weights: tf.tensor2d(weights),
  });
  const pairs = negative.flatMap((row, i) =>
    row.map((score, j) => ({ plus: positive[i]!, minus: score, weight: weights[i]![j]! })),
  );
  const counted = pairs.filter(({ weight }) => weight === 1);
  const mean = (values: number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;

  it.each([1, 2.5])('margin: mean of max(0, %p − s⁺ + s⁻) over the pairs that count', (margin) => {
    const expected = mean(counted.map(({ plus, minus }) => Math.max(0, margin - plus + minus)));
    expect(value(() => marginLoss(scores(), margin))).toBeCloseTo(expected, 6);
  });

  it('nll: half the mean softplus(−s⁺) and half that of s⁻ over the pairs that count', () => {
    const expected =
      0.5 * (mean(positive.map((s) => softplus(-s))) + mean(counted.map(({ minus }) => softplus(minus))));
    expect(value(() => negativeLogLikelihood(scores()))).toBeCloseTo(expected, 6);
  });

  it('bce: the mean over all triples that count, true and corrupted', () => {
    const terms = [...positive.map((s) => softplus(-s)), ...counted.map(({ minus }) => softplus(minus))];
    expect(value(() => binaryCrossEntropy(scores()))).toBeCloseTo(mean(terms), 6);
  });

  it('by name: nll and bce of scores moved by γ, as in −log σ(γ − d⁺) and −log σ(d⁻ − γ)', () => {
    const [near, far] = [
      positive.map((s) => softplus(-(4 + s))),
      counted.map(({ minus }) => softplus(4 + minus)),
    ];
    const expected = { nll: (mean(near) + mean(far)) / 2, bce: mean([...near, ...far]) };
    for (const loss of ['nll', 'bce'] as const)
      expect(value(() => pairLoss(scores(), { loss, margin: 1, gamma: 4 }))).toBeCloseTo(expected[loss], 6);
    const byMargin = value(() => pairLoss(scores(), { loss: 'margin', margin: 2, gamma: 0 }));
    expect(byMargin).toBe(value(() => marginLoss(scores(), 2)));
  });

  it('are 0 pairs’ mean, not NaN, when every corrupted triple is true', () => {
    const none = () => ({ ...scores(), weights: tf.zeros<tf.Rank.R2>([2, 3]) });
    expect(value(() => marginLoss(none(), 1))).toBe(0);
    expect(value(() => negativeLogLikelihood(none()))).toBeCloseTo(
      0.5 * mean(positive.map((s) => softplus(-s))),
      6,
    );
  });
});

describe('contrastive loss', () => {
  const scores = [
    [1, 2, 3],
    [0, -1, 5],
  ];
  const targets = [1, 0];
  const loss = (masked: number[][], scale = 2): number =>
    value(() =>
      contrastiveLoss(
        tf.tensor2d(scores),
        tf.tensor1d(targets, 'int32'),
        tf.tensor2d(masked),
        tf.scalar(scale),
      ),
    );
  const expected = (masked: number[][], scale = 2): number =>
    scores.reduce((sum, row, i) => {
      const taking = row.filter((_, j) => masked[i]![j] === 0);
      return (
        sum -
        Math.log(
          Math.exp(scale * row[targets[i]!]!) / taking.reduce((total, s) => total + Math.exp(scale * s), 0),
        )
      );
    }, 0) / 2;

  it.each([
    [
      'all candidates',
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'other true answers left out',
      [
        [0, 0, 1],
        [0, 1, 0],
      ],
    ],
    [
      'nothing but the target left',
      [
        [1, 0, 1],
        [0, 1, 1],
      ],
    ],
  ])('is the mean −log softmax at the target, %s', (_, masked) => {
    expect(loss(masked)).toBeCloseTo(expected(masked), 5);
  });

  it('gives no gradient to candidates that are left out, and a finite one to scale', () => {
    tf.tidy(() => {
      const masked = tf.tensor2d([
        [0, 0, 1],
        [0, 1, 0],
      ]);
      const [forScores, forScale] = tf.grads((s, scale) =>
        contrastiveLoss(s as tf.Tensor2D, tf.tensor1d(targets, 'int32'), masked, scale as tf.Scalar),
      )([tf.tensor2d(scores), tf.scalar(2)]);
      const gradient = forScores!.dataSync();
      expect([gradient[2], gradient[4]]).toEqual([0, 0]);
      expect([...gradient, ...forScale!.dataSync()].every(Number.isFinite)).toBe(true);
    });
  });
});

describe('cross-entropy', () => {
  const logits = tf.randomNormal<tf.Rank.R2>([5, 7], 0, 2, 'float32', 3);
  const targets = Int32Array.of(0, 6, 3, 3, 1);

  it('is that of TensorFlow.js, and so is its gradient', () => {
    tf.tidy(() => {
      const reference = (x: tf.Tensor): tf.Scalar =>
        tf.losses.softmaxCrossEntropy(tf.oneHot(tf.tensor1d(targets, 'int32'), 7), x);
      const own = (x: tf.Tensor) => tf.mul<tf.Scalar>(crossEntropy(x as tf.Tensor2D, targets), 3);
      const [found, expected] = [tf.valueAndGrad(own)(logits), tf.valueAndGrad(reference)(logits)];
      expect(found.value.dataSync()[0]).toBeCloseTo(3 * expected.value.dataSync()[0]!, 5);
      const thrice = tf.mul(expected.grad, 3).dataSync();
      found.grad.dataSync().forEach((each, i) => expect(each).toBeCloseTo(thrice[i]!, 6));
    });
  });
});

describe('L2 penalty', () => {
  it('is λ times the mean of the mean squares of heads, tails and relations', () => {
    const penalty = () =>
      l2Penalty(0.3, [tf.tensor2d([[1, 2]]), tf.tensor2d([[3, 0]]), tf.tensor2d([[0, 1]])]);
    expect(value(penalty)).toBeCloseTo((0.3 * (2.5 + 4.5 + 0.5)) / 3, 6);
  });
});
