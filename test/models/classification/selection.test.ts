import {
  coefficients,
  type Examples,
  mostProbable,
  selectClassifier,
} from '../../../src/models/classification';
import { accuracy } from '../../../src/models/metrics/accuracy';
import { Random } from '../../../src/shared/random';

/** Classes that two of ten columns tell apart; the others are noise. */
function clouds(rows: number, seed: number): Examples {
  const random = Random.of(seed, 'clouds');
  const answers = Array.from({ length: rows }, () => [random.below(3)]);
  const vectors = answers.flatMap(([c]) =>
    Array.from({ length: 10 }, (_, i) => random.uniform() * 4 + (i === c ? 2 : 0)),
  );
  return { dimension: 10, vectors: Float32Array.from(vectors), answers };
}

describe('selectClassifier', () => {
  const [training, validation] = [clouds(60, 1), clouds(200, 2)];
  const truth = validation.answers.flat();
  const task = { link: 'softmax', classes: 3, training, validation } as const;

  it('takes the coefficient that does best on validation, of equally good ones the smallest', async () => {
    const { l2, trials } = await selectClassifier({
      ...task,
      quality: (classifier) => accuracy(truth, mostProbable(classifier, validation.vectors)),
    });
    expect(trials.map((trial) => trial.l2)).toEqual([...coefficients]);
    const best = Math.max(...trials.map(({ quality }) => quality));
    expect(l2).toBe(Math.min(...trials.filter(({ quality }) => quality === best).map((trial) => trial.l2)));
    expect((await selectClassifier({ ...task, quality: () => 1 })).l2).toBe(1e-4);
  });

  it('learns from training and validation examples in the end', async () => {
    const mislabelled = validation.answers.map(([c]) => [(c! + 1) % 3]);
    const { classifier } = await selectClassifier({
      ...task,
      validation: { ...validation, answers: mislabelled },
      quality: () => 1,
    });
    const found = mostProbable(classifier, clouds(200, 3).vectors);
    const unseen = clouds(200, 3).answers.map(([c]) => (c! + 1) % 3);
    expect(accuracy(unseen, found)).toBeGreaterThan(0.5);
  });
});
