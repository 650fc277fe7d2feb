import fc from 'fast-check';
import { alphas, interpolate } from '../../../src/models/search/reranking/interpolation';
import { reciprocalRankFusion } from '../../../src/models/search/reranking/reciprocalRankFusion';
import { bestAlpha, ndcgByAlpha } from '../../../src/models/search/reranking/tuneAlpha';

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
const score = fc.double({ min: -10, max: 10, noNaN: true });
const documents = fc.uniqueArray(
  fc.record({
    id: fc.string({ maxLength: 3 }),
    wordScore: score,
    vectorScore: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
  }),
  { selector: ({ id }) => id },
);

describe('interpolation', () => {
  it('mixes both scores, and counts a missing vector as a right angle', () => {
    const found = [
      { id: 'a', wordScore: 2, vectorScore: 0 },
      { id: 'b', wordScore: 1, vectorScore: 0.9 },
      { id: 'c', wordScore: 1.5 },
    ];
    expect(interpolate(found, 0.75)).toEqual([
      { id: 'b', wordScore: 1, vectorScore: 0.9, score: 0.75 * 0.9 + 0.25 },
      { id: 'a', wordScore: 2, vectorScore: 0, score: 0.5 },
      { id: 'c', wordScore: 1.5, score: 0.375 },
    ]);
  });

  it('leaves the order of words at 0, takes that of vectors at 1, and loses nothing', () => {
    fc.assert(
      fc.property(documents, fc.double({ min: 0, max: 1, noNaN: true }), (some, alpha) => {
        const by =
          (sign: (document: (typeof some)[number]) => number) => (own: readonly { id: string }[]) => {
            const values = own.map(({ id }) => sign(some.find((document) => document.id === id)!));
            values.slice(1).forEach((value, i) => expect(value).toBeLessThanOrEqual(values[i]!));
          };
        by(({ wordScore }) => wordScore)(interpolate(some, 0));
        by(({ vectorScore = 0 }) => vectorScore)(interpolate(some, 1));
        expect(ids(interpolate(some, alpha)).sort()).toEqual(ids(some).sort());
      }),
    );
  });

  it('is tried at 20 values, from 0 to 1', () => {
    expect(alphas).toHaveLength(20);
    expect([alphas[0], alphas[1], alphas.at(-1)]).toEqual([0, 1 / 19, 1]);
  });

  it('is tuned by the judged queries, and changes no more than it must', () => {
    const useful = {
      ...{ id: 'q', grades: new Map([['b', 1]]) },
      found: [
        { id: 'a', wordScore: 1, vectorScore: 0 },
        { id: 'b', wordScore: 0.8, vectorScore: 1 },
      ],
    };
    const ndcg = ndcgByAlpha(useful, 10);
    // b is first from α = 0.2 / 1.2 on.
    expect(ndcg.map((value) => value === 1)).toEqual(alphas.map((alpha) => alpha > 1 / 6));
    expect(bestAlpha([ndcg])).toBe(alphas[4]);
    expect(bestAlpha([])).toBe(0);
  });
});

describe('reciprocal rank fusion', () => {
  it('adds what each place is worth', () => {
    expect(
      reciprocalRankFusion([
        ['a', 'b'],
        ['b', 'c'],
      ]),
    ).toEqual([
      { id: 'b', score: 1 / 62 + 1 / 61 },
      { id: 'a', score: 1 / 61 },
      { id: 'c', score: 1 / 62 },
    ]);
  });

  it('keeps the order of one ranking, and of all where they agree', () => {
    const ranking = fc.uniqueArray(fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(ranking, fc.integer({ min: 1, max: 4 }), (own, times) => {
        expect(ids(reciprocalRankFusion(Array.from({ length: times }, () => own)))).toEqual(own);
      }),
    );
  });
});
