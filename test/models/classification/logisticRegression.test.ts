import fc from 'fast-check';
import { tf } from '../../../src/models/backend';
import {
  type Classifier,
  type Examples,
  fitLogisticRegression,
  mostProbable,
  probabilities,
} from '../../../src/models/classification';
import { rowOf } from '../../../src/shared/vectors';
import { difference } from '../../support/tensors';
import reference from '../../fixtures/classification.json';

const dimension = reference.features[0]!.length;
const matrix = (rows: number[][]) => Float32Array.from(rows.flat());
const unseen = matrix(reference.unseen);
const examples = (chosen: (label: number) => boolean = () => true): Examples => {
  const rows = reference.labels.flatMap((label, row) => (chosen(label) ? [row] : []));
  return {
    dimension,
    vectors: matrix(rows.map((row) => reference.features[row]!)),
    answers: rows.map((row) => [reference.labels[row]!]),
  };
};
const softmax = { link: 'softmax', classes: 4 } as const;
const rowsOf = ({ parameters, classes }: Classifier) =>
  Array.from({ length: classes }, (_, c) =>
    parameters.subarray(c * (dimension + 1), (c + 1) * (dimension + 1)),
  );
const allProbabilities = (classifier: Classifier) =>
  reference.unseen.flatMap((_, row) => [...probabilities(classifier, rowOf(unseen, row, dimension))]);

/** Against `scripts/reference/classification.py`: scikit-learn. */
describe('logistic regression, against scikit-learn', () => {
  it.each(reference.fits)('finds the optimum for λ = $l2', async (expected) => {
    const { classifier, converged } = await fitLogisticRegression(examples(), {
      ...softmax,
      l2: expected.l2,
    });
    expect(converged).toBe(true);
    const found = rowsOf(classifier);
    expect(
      difference(
        found.flatMap((row) => [...row.subarray(0, dimension)]),
        expected.weights.flat(),
      ),
    ).toBeLessThan(1e-4);
    expect(
      difference(
        found.map((row) => row[dimension]!),
        expected.intercepts,
      ),
    ).toBeLessThan(1e-4);
    expect(difference(allProbabilities(classifier), expected.probabilities.flat())).toBeLessThan(1e-4);
    expect([...mostProbable(classifier, unseen)]).toEqual(expected.predicted);
  });

  it('comes near the optimum where that is enough', async () => {
    for (const expected of reference.fits) {
      const options = { ...softmax, l2: expected.l2, rough: true };
      const { classifier } = await fitLogisticRegression(examples(), options);
      expect(difference(allProbabilities(classifier), expected.probabilities.flat())).toBeLessThan(0.03);
    }
  });

  it('finds the same from wherever it starts', async () => {
    const [strong, weak] = [reference.fits.at(-1)!, reference.fits[0]!];
    const { classifier: start } = await fitLogisticRegression(examples(), { ...softmax, l2: strong.l2 });
    const { classifier } = await fitLogisticRegression(examples(), { ...softmax, l2: weak.l2, start });
    expect(difference(allProbabilities(classifier), weak.probabilities.flat())).toBeLessThan(1e-4);
  });

  it('of two classes is that of one row of weights with half the penalty', async () => {
    const { l2, probabilities: expected } = reference.two;
    const { classifier } = await fitLogisticRegression(
      examples((label) => label < 2),
      { link: 'softmax', classes: 2, l2 },
    );
    expect(
      difference(
        allProbabilities(classifier).filter((_, i) => i % 2 === 1),
        expected,
      ),
    ).toBeLessThan(1e-4);
  });

  it('of classes that do not exclude each other is one for each', async () => {
    const { answers, l2, fits } = reference.several;
    const several = answers.map((row) => row.flatMap((is, c) => (is ? [c] : [])));
    const { classifier } = await fitLogisticRegression(
      { ...examples(), answers: several },
      { link: 'sigmoid', classes: 3, l2 },
    );
    rowsOf(classifier).forEach((row, c) => {
      expect(difference(row, [...fits[c]!.weights[0]!, ...fits[c]!.intercepts])).toBeLessThan(1e-4);
    });
  });
});

describe('logistic regression', () => {
  it('is at its optimum: no small change of a parameter lowers the loss', async () => {
    const row = fc.tuple(
      fc.nat(2),
      fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 3, maxLength: 3 }),
    );
    const cases = fc
      .array(row, { minLength: 6, maxLength: 30 })
      .filter((rows) => new Set(rows.map(([c]) => c)).size === 3);
    await fc.assert(
      fc.asyncProperty(cases, fc.constantFrom(0.1, 1, 10), async (rows, l2) => {
        const own: Examples = {
          dimension: 3,
          vectors: matrix(rows.map(([, values]) => values.map((value) => value / 10))),
          answers: rows.map(([c]) => [c]),
        };
        const { classifier } = await fitLogisticRegression(own, { link: 'softmax', classes: 3, l2 });
        const loss = (parameters: Float64Array) => {
          const changed = { ...classifier, parameters };
          const fit = own.answers.reduce(
            (sum, [c], i) => sum - Math.log(probabilities(changed, rowOf(own.vectors, i, 3))[c!]!),
            0,
          );
          return fit + (l2 / 2) * parameters.reduce((sum, w, i) => sum + (i % 4 === 3 ? 0 : w * w), 0);
        };
        const least = loss(classifier.parameters);
        classifier.parameters.forEach((value, i) => {
          for (const step of [-0.03, 0.03]) {
            const near = classifier.parameters.slice();
            near[i] = value + step;
            expect(loss(near)).toBeGreaterThan(least - 1e-7 * least);
          }
        });
      }),
      { numRuns: 25 },
    );
  });

  it('learns classes that a plane parts, and of which features say the same twice', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 2 ? 1 + i : -1 - i, i % 2 ? 1 + i : -1 - i, 7]);
    const parted: Examples = { dimension: 3, vectors: matrix(rows), answers: rows.map((_, i) => [i % 2]) };
    const { classifier } = await fitLogisticRegression(parted, { link: 'softmax', classes: 2, l2: 1e-4 });
    expect([...mostProbable(classifier, parted.vectors)]).toEqual(rows.map((_, i) => i % 2));
    const [first, second] = classifier.parameters;
    expect(first).toBeCloseTo(second!, 4);
  });

  it('gives no tensor away', async () => {
    const before = tf.memory().numTensors;
    await fitLogisticRegression(examples(), { ...softmax, l2: 1 });
    await expect(
      fitLogisticRegression(examples(), { ...softmax, l2: 1, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(tf.memory().numTensors).toBe(before);
  });

  const { vectors, answers } = examples();
  it.each([
    ['a class of none', {}, { classes: 5 }, /Nothing to learn from is of class 4/],
    ['one class alone', { answers: answers.map(() => [2]) }, {}, /have the same class/],
    ['no examples', { answers: [], vectors: new Float32Array(0) }, {}, /at least one label/],
    ['too few labels', { answers: answers.slice(1) }, {}, /labels and \d+ values/],
    ['a class that is none', { answers: [...answers.slice(1), [4]] }, {}, /no class 4 of 4/],
    [
      'a vector that is not finite',
      { vectors: vectors.map((value, i) => (i === 7 ? NaN : value)) },
      {},
      /not finite/,
    ],
    ['no penalty', {}, { l2: 0 }, /L2 coefficient must be over 0/],
  ])('refuses %s', async (_, wrong, options, message) => {
    await expect(
      fitLogisticRegression({ ...examples(), ...wrong }, { ...softmax, l2: 1, ...options }),
    ).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringMatching(message) });
  });
});
