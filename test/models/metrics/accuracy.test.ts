import fc from 'fast-check';
import { accuracy, balancedAccuracy, classFigures } from '../../../src/models/metrics/accuracy';
import reference from '../../fixtures/classification.json';

describe('metrics of classes', () => {
  it('are those of scikit-learn', () => {
    for (const fit of reference.fits) {
      expect(accuracy(reference.truth, fit.predicted)).toBeCloseTo(fit.accuracy, 10);
      expect(balancedAccuracy(reference.truth, fit.predicted)).toBeCloseTo(fit.balancedAccuracy, 10);
      classFigures(reference.truth, fit.predicted, 4).forEach((figures, c) => {
        for (const [name, values] of Object.entries(fit.classes)) {
          expect(figures[name as keyof typeof figures]).toBeCloseTo(values[c]!, 8);
        }
      });
    }
  });

  const answered = fc.array(fc.tuple(fc.nat(4), fc.nat(6)), { minLength: 1, maxLength: 60 });

  it('weigh every class alike when balanced, whatever its prevalence', () => {
    fc.assert(
      fc.property(answered, fc.nat(4), (pairs, often) => {
        const repeated = pairs.flatMap((pair) => (pair[0] === often ? [pair, pair, pair] : [pair]));
        const figures = (list: [number, number][]) => {
          const [truth, found] = [list.map(([own]) => own), list.map(([, other]) => other)];
          return { plain: accuracy(truth, found), balanced: balancedAccuracy(truth, found) };
        };
        expect(figures(repeated).balanced).toBeCloseTo(figures(pairs).balanced, 12);
        // Inverse prevalence as a weight of each answer, straight from the definition.
        const prevalence = (c: number) => pairs.filter(([own]) => own === c).length;
        const weights = pairs.map(([own]) => 1 / prevalence(own));
        const right = pairs.reduce((sum, [own, other], i) => sum + (own === other ? weights[i]! : 0), 0);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        expect(figures(pairs).balanced).toBeCloseTo(right / total, 12);
      }),
    );
  });

  it('are 0 without answers, and 1 where all are right', () => {
    expect([accuracy([], []), balancedAccuracy([], [])]).toEqual([0, 0]);
    expect([accuracy([2, 0], [2, 0]), balancedAccuracy([2, 0], [2, 0])]).toEqual([1, 1]);
  });

  it('count a class that was never found, and one that never occurs', () => {
    expect(classFigures([0, 0, 1], [0, 2, 0], 3)).toEqual([
      { support: 2, precision: 0.5, recall: 0.5, f1: 0.5 },
      { support: 1, precision: 0, recall: 0, f1: 0 },
      { support: 0, precision: 0, recall: 0, f1: 0 },
    ]);
  });
});
