import fc from 'fast-check';
import {
  adjustedMeanReciprocalRank,
  hitsAt,
  meanReciprocalRank,
  rankingMetrics,
  rankOf,
} from '../../../src/models/metrics/ranking';

describe('rankOf', () => {
  it('counts ties for, against, and half and half', () => {
    const scores = [3, 1, 2, 2, 2, 0];
    expect(rankOf(scores, 2)).toEqual({ optimistic: 2, realistic: 3, pessimistic: 4 });
    expect(rankOf(scores, 0)).toEqual({ optimistic: 1, realistic: 1, pessimistic: 1 });
    expect(rankOf(scores, 5)).toEqual({ optimistic: 6, realistic: 6, pessimistic: 6 });
  });

  it.each([NaN, Infinity, -Infinity])('refuses a score of %p, of the truth or of another', (bad) => {
    expect(() => rankOf([bad, 1], 0)).toThrow(/Score 0 is .*; only finite scores can be ranked/);
    expect(() => rankOf([1, bad], 0)).toThrow(/Score 1 is .*; only finite scores can be ranked/);
  });

  it('refuses a truth that is not among the scores', () => {
    expect(() => rankOf([1, 2], 2)).toThrow(/Score 2 is undefined/);
  });

  // Few distinct values, so that ties are common.
  const scored = fc
    .array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 })
    .chain((scores) => fc.record({ scores: fc.constant(scores), truth: fc.nat(scores.length - 1) }));

  it('stays within the candidates, in order, and the realistic rank is the mean over orders of the ties', () => {
    fc.assert(
      fc.property(scored, ({ scores, truth }) => {
        const { optimistic, realistic, pessimistic } = rankOf(scores, truth);
        expect(1 <= optimistic && optimistic <= realistic && realistic <= pessimistic).toBe(true);
        expect(pessimistic).toBeLessThanOrEqual(scores.length);
        const sorted = [...scores].sort((a, b) => b - a);
        const places = sorted.flatMap((score, i) => (score === scores[truth] ? [i + 1] : []));
        expect(realistic).toBeCloseTo(places.reduce((sum, place) => sum + place) / places.length, 12);
      }),
    );
  });

  it('does not depend on the order of the candidates, nor on a monotone change of the scores', () => {
    fc.assert(
      fc.property(scored, ({ scores, truth }) => {
        const reversed = [...scores].reverse();
        expect(rankOf(reversed, scores.length - 1 - truth)).toEqual(rankOf(scores, truth));
        expect(
          rankOf(
            scores.map((score) => 2 ** score),
            truth,
          ),
        ).toEqual(rankOf(scores, truth));
      }),
    );
  });
});

describe('metrics of ranks', () => {
  it('are the means of 1/rank and of rank ≤ k', () => {
    expect(meanReciprocalRank([1, 2, 4])).toBeCloseTo((1 + 0.5 + 0.25) / 3, 12);
    expect(hitsAt(3, [1, 3, 3.5, 10])).toBe(0.5);
    expect(rankingMetrics([1, 2.5, 11])).toEqual({
      mrr: (1 + 1 / 2.5 + 1 / 11) / 3,
      'hits@1': 1 / 3,
      'hits@3': 2 / 3,
      'hits@10': 2 / 3,
    });
  });

  it('are 0 without ranks, and within (0, 1] with some', () => {
    expect(rankingMetrics([])).toEqual({ mrr: 0, 'hits@1': 0, 'hits@3': 0, 'hits@10': 0 });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }), (ranks) => {
        const { mrr, ...hits } = rankingMetrics(ranks);
        expect(mrr > 0 && mrr <= 1).toBe(true);
        expect(
          hits['hits@1'] <= hits['hits@3'] && hits['hits@3'] <= hits['hits@10'] && hits['hits@1'] <= mrr,
        ).toBe(true);
      }),
    );
  });
});

describe('the adjusted mean reciprocal rank', () => {
  it('is 1 for the best order, 0 on average for orders by chance, whatever the number of candidates', () => {
    expect(adjustedMeanReciprocalRank([1, 1], [10, 500])).toBe(1);
    for (const candidates of [2, 7, 100]) {
      const ranks = Array.from({ length: candidates }, (_, i) => i + 1);
      const counts = ranks.map(() => candidates);
      expect(adjustedMeanReciprocalRank(ranks, counts)).toBeCloseTo(0, 12);
    }
    expect(adjustedMeanReciprocalRank([10], [10])).toBeLessThan(0);
  });

  it('is 0 without ranks, and where there is nothing to order', () => {
    expect(adjustedMeanReciprocalRank([], [])).toBe(0);
    expect(adjustedMeanReciprocalRank([1], [1])).toBe(0);
  });
});
