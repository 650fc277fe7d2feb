import fc from 'fast-check';
import { pairedTTest } from '../../../src/models/metrics/pairedTTest';
import { averagePrecision, ndcg, precisionAt, reciprocalRank } from '../../../src/models/metrics/retrieval';
import { inTrecOrder, meanFigures, retrievalFigures } from '../../../src/models/metrics/retrievalFigures';
import reference from '../../fixtures/metrics/retrieval.json';

type ByQuery = Record<string, Record<string, number>>;
const mapOf = (all: ByQuery, query: string) => new Map(Object.entries(all[query]!));

const grades = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 20 });

describe('metrics of retrieval', () => {
  it(`are those of trec_eval (${reference.by})`, () => {
    const { qrels, run, figures } = reference as unknown as {
      qrels: ByQuery;
      run: ByQuery;
      figures: ByQuery;
    };
    for (const [query, expected] of Object.entries(figures)) {
      const found = retrievalFigures(inTrecOrder(mapOf(run, query)), mapOf(qrels, query));
      for (const [name, value] of Object.entries(expected))
        expect([query, name, found[name as keyof typeof found]]).toEqual([
          query,
          name,
          expect.closeTo(value, 6),
        ]);
    }
  });

  it('by hand: what 2^grade − 1 makes of grades', () => {
    // (0 / 1 + 3 / log₂3 + 1 / 2) / (3 / 1 + 1 / log₂3)
    const expected = (3 / Math.log2(3) + 0.5) / (3 + 1 / Math.log2(3));
    expect(ndcg([0, 2, 1], [2, 1, 0, -1], 10, 'exponential')).toBeCloseTo(expected, 12);
    expect(ndcg([0, 2, 1], [2, 1, 0], 1, 'exponential')).toBe(0);
  });

  it('are 0 where nothing is of use, 1 for the best order, and never leave [0, 1]', () => {
    expect([ndcg([], [], 10), averagePrecision([], 0), precisionAt([], 10), reciprocalRank([])]).toEqual([
      0, 0, 0, 0,
    ]);
    fc.assert(
      fc.property(grades, fc.constantFrom('linear' as const, 'exponential' as const), (judged, gain) => {
        const best = [...judged].sort((a, b) => b - a);
        const some = judged.some((grade) => grade > 0) ? 1 : 0;
        expect(ndcg(best, judged, 10, gain)).toBeCloseTo(some, 12);
        expect(reciprocalRank(best)).toBe(some);
        const value = ndcg(judged, judged, 10, gain);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });

  it('of several queries are the mean of each', () => {
    const one = retrievalFigures(['a'], new Map([['a', 1]]));
    const none = retrievalFigures([], new Map([['a', 1]]));
    expect(meanFigures([one, none])).toMatchObject({ 'ndcg@10': 0.5, map: 0.5, 'p@10': 0.05, mrr: 0.5 });
  });
});

describe('the paired t-test', () => {
  it.each(reference.tTests.map(({ a, b, t, p }) => [a.length, p, { a, b, t }] as const))(
    'of %i pairs gives SciPy’s p of %d',
    (_, p, { a, b, t }) => {
      const found = pairedTTest(a, b);
      expect(found.t / t).toBeCloseTo(1, 8);
      expect(found.p).toBeCloseTo(p, 10);
    },
  );

  it('of equal lists finds no difference, and refuses what it cannot compare', () => {
    expect(pairedTTest([1, 2], [1, 2])).toMatchObject({ difference: 0, t: 0, p: 1 });
    expect(pairedTTest([1, 2], [2, 3])).toMatchObject({ difference: 1, p: 0 });
    expect(() => pairedTTest([1], [2])).toThrow(/two lists of one length, 2 or more; they have 1 and 1/);
    expect(() => pairedTTest([1, 2], [2])).toThrow(/2 and 1/);
  });
});
