import fc from 'fast-check';
import { retrievalFigures } from '../../../src/models/metrics/retrievalFigures';
import { crossValidatedAlpha } from '../../../src/models/search/reranking/crossValidatedAlpha';
import { chosenAlpha, defaultAlpha } from '../../../src/models/search/reranking/alphaTuning';
import { queryTypeOf } from '../../../src/models/search/reranking/queryTypes';
import { drawFolds } from '../../../src/models/search/training/folds';

describe('drawn folds', () => {
  it('ask each query once, and never one that they learn from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(),
        (n, count, seed) => {
          const queries = Array.from({ length: n }, (_, i) => `q${i}`);
          const folds = drawFolds(queries, count, seed);
          expect(folds.flatMap(({ testing }) => testing).sort()).toEqual([...queries].sort());
          for (const { training, testing } of folds)
            expect([...training, ...testing].sort()).toEqual([...queries].sort());
          const sizes = folds.map(({ testing }) => testing.length);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          expect(drawFolds(queries, count, seed)).toEqual(folds);
        },
      ),
    );
  });
});

describe('α by cross-validation', () => {
  // Vectors know the answer, words do not.
  const queries = Array.from({ length: 6 }, (_, i) => ({
    id: `q${i}`,
    grades: new Map([['good', 2]]),
    found: [
      { id: 'bad', wordScore: 9, vectorScore: 0.1 },
      { id: 'good', wordScore: 1, vectorScore: 0.9 },
      { id: 'none', wordScore: 0.5 },
    ],
  }));
  const folds = drawFolds(
    queries.map(({ id }) => id),
    3,
    0,
  );

  it('learns on other queries how much vectors count', () => {
    const { alphas, rankings } = crossValidatedAlpha(queries, folds, 10);
    for (const alpha of alphas) expect(alpha).toBeGreaterThan(0.9);
    for (const { id, grades } of queries)
      expect(
        retrievalFigures(
          rankings.get(id)!.map((own) => own.id),
          grades,
        )['ndcg@10'],
      ).toBe(1);
  });

  it('is that of the type of query where it was tuned for it', () => {
    const tuning = { all: 0.4, byType: { question: 0.9 } };
    expect(chosenAlpha(tuning, 'question')).toBe(0.9);
    expect(chosenAlpha(tuning, 'list')).toBe(0.4);
    expect(chosenAlpha(tuning, undefined)).toBe(0.4);
    expect(chosenAlpha(undefined, 'list')).toBe(defaultAlpha);
  });
});

describe('types of queries', () => {
  it.each([
    ['SemSearch_ES-12', 'namedEntity'],
    ['INEX_LD-2009022', 'keywords'],
    ['SemSearch_LS-38', 'list'],
    ['INEX_XER-60', 'list'],
    ['TREC_Entity-1', 'list'],
    ['QALD2_te-87', 'question'],
    ['mine', undefined],
  ])('%s is of %s', (id, type) => expect(queryTypeOf(id)).toBe(type));
});
