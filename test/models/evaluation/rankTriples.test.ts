import fc from 'fast-check';
import type { Question } from '../../../src/models/blp/queries';
import { linkQuery, relationModelKinds } from '../../../src/models/blp/relationModels';
import { similarity } from '../../../src/models/blp/similarity';
import {
  bySide,
  byCategory,
  byPlaceOfNew,
  byRelation,
  drawCandidates,
  figuresOf,
  rankTriples,
  reportOf,
} from '../../../src/models/evaluation';
import { rankOf } from '../../../src/models/metrics/ranking';
import { KnownTriples } from '../../../src/models/triples/knownTriples';
import { Random } from '../../../src/shared/random';
import { rowOf } from '../../../src/shared/vectors';
import { filteredRank } from '../../support/filteredRank';

const dimension = 4;
const entities = 9;
const relations = 2;

/** Small whole numbers: sums of products are exact in float32, and ties are common. */
const vectors = (rows: number) =>
  fc
    .array(fc.integer({ min: -2, max: 2 }), { minLength: rows * dimension, maxLength: rows * dimension })
    .map((values) => Float32Array.from(values));
const triple = fc.tuple(fc.nat(entities - 1), fc.nat(relations - 1), fc.nat(entities - 1));
const triples = fc.array(triple, { minLength: 1, maxLength: 20 }).map((list) => Int32Array.from(list.flat()));

const world = fc.record({
  // Without rotate, whose square roots are not exact, and without those that make no queries of vectors.
  kind: fc.constantFrom(
    ...relationModelKinds.filter((kind) => !['rotate', 'text-query', 'kg-bert'].includes(kind)),
  ),
  triples,
  others: triples,
  entityVectors: vectors(entities),
  relationVectors: vectors(relations),
  extra: fc.uniqueArray(fc.nat(entities - 1)),
});

const vectorsOf =
  (...values: number[]) =>
  (entity: number) =>
    rowOf(Float32Array.from(values), entity, 2);

describe('rankTriples', () => {
  it('ranks as a plain loop over all candidates does, raw and filtered', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ kind, triples, others, entityVectors, relationVectors, extra }) => {
        const scoring = { relationModel: kind, distance: 'l1' } as const;
        const vectorOf = (entity: number) => rowOf(entityVectors, entity, dimension);
        const query = ({ known, side, relation }: Question) =>
          linkQuery(scoring, vectorOf(known), side, rowOf(relationVectors, relation, dimension));
        const known = new KnownTriples(Int32Array.of(...triples, ...others), entities);
        const ends = [...triples].filter((_, i) => i % 3 !== 1);
        const candidates = Int32Array.from(new Set([...ends, ...extra]));
        const rankings = await rankTriples({
          ...{ triples, candidates, known, dimension, vectorOf },
          metric: query({ known: 0, side: 'head', relation: 0 }).metric,
          queryOf: (question) => query(question).vector,
        });
        expect(rankings.size).toBe((triples.length / 3) * 2);
        for (let ranking = 0; ranking < rankings.size; ranking++) {
          const [head, relation, tail] = triples.subarray(
            rankings.triple(ranking) * 3,
          ) as unknown as number[];
          const side = rankings.known(ranking);
          const [own, answer] = side === 'head' ? [head!, tail!] : [tail!, head!];
          const { metric, vector } = query({ known: own, side, relation: relation! });
          const scores = Array.from(candidates, (entity) => similarity(metric, vector, vectorOf(entity)));
          const truth = candidates.indexOf(answer);
          const alsoTrue = new Set(known.answers(side, own, relation!));
          const excluded = (row: number) => row !== truth && alsoTrue.has(candidates[row]!);
          expect(rankings.rank(ranking, 'raw')).toEqual(rankOf(scores, truth));
          expect(rankings.rank(ranking, 'filtered')).toEqual(filteredRank(scores, truth, excluded));
          expect(rankings.candidates(ranking, 'raw')).toBe(candidates.length);
          expect(rankings.candidates(ranking, 'filtered')).toBe(
            candidates.filter((_, row) => !excluded(row)).length,
          );
        }
      }),
    );
  });

  const task = {
    triples: Int32Array.of(0, 0, 1, 1, 1, 0),
    candidates: Int32Array.of(0, 1, 2),
    known: new KnownTriples(Int32Array.of(0, 0, 1, 1, 1, 0), 3),
    metric: 'dot',
    dimension: 2,
    vectorOf: vectorsOf(1, 0, 0, 1, 1, 1),
    queryOf: ({ known }: Question) => vectorsOf(1, 0, 0, 1, 1, 1)(known),
  } as const;

  it('refuses an answer that is no candidate, and scores that are not finite', async () => {
    await expect(rankTriples({ ...task, candidates: Int32Array.of(0, 2) })).rejects.toThrow(/no candidate/);
    for (const bad of [NaN, Infinity]) {
      const vectorOf = vectorsOf(1, 0, 0, 1, bad, 1);
      await expect(rankTriples({ ...task, vectorOf })).rejects.toThrow(/not finite/);
    }
  });

  it('stops when told so', async () => {
    await expect(rankTriples({ ...task, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  it('is looked at whole and in groups', async () => {
    const rankings = await rankTriples(task);
    const all = [...Array(rankings.size).keys()];
    const figures = figuresOf(rankings, all);
    expect(figures.count).toBe(4);
    expect(figures.filtered.realistic.mrr).toBeLessThanOrEqual(figures.filtered.optimistic.mrr);
    expect(figures.filtered.realistic.meanRank).toBeGreaterThanOrEqual(1);
    expect(bySide(rankings)).toEqual([
      { name: 'tails', members: [0, 2] },
      { name: 'heads', members: [1, 3] },
    ]);
    expect(byPlaceOfNew(rankings, (entity) => entity === 0)).toEqual([
      { name: 'new head', members: [0, 1] },
      { name: 'new tail', members: [2, 3] },
    ]);
    expect(byCategory(rankings, task.triples, 2)).toEqual([{ name: '1-1', members: all }]);
    const groups = { side: bySide(rankings), relation: byRelation(rankings, (row) => `r${row}`, 5) };
    expect(reportOf(rankings, groups)).toEqual({
      all: figures,
      groups: [
        { by: 'side', name: 'tails', figures: figuresOf(rankings, [0, 2]) },
        { by: 'side', name: 'heads', figures: figuresOf(rankings, [1, 3]) },
        { by: 'relation', name: 'r0', figures: figuresOf(rankings, [0, 1]) },
        { by: 'relation', name: 'r1', figures: figuresOf(rankings, [2, 3]) },
      ],
    });
  });

  it('is looked at by the relations with the most rankings', async () => {
    const rankings = await rankTriples({
      ...task,
      triples: Int32Array.of(0, 1, 1, 0, 0, 1, 1, 0, 0, 2, 2, 0),
    });
    const groups = (most: number) =>
      byRelation(rankings, (row) => 'abc'[row]!, most).map(({ name, members }) => [name, members]);
    expect(groups(9)).toEqual([
      ['a', [2, 3, 4, 5]],
      ['b', [0, 1]],
      ['c', [6, 7]],
    ]);
    expect(groups(2)).toEqual(groups(9).slice(0, 2));
  });
});

describe('a sample of candidates', () => {
  it('holds the ends of the triples, is as large as asked for, in order, and follows from the seed', () => {
    fc.assert(
      fc.property(triples, fc.integer({ min: 1, max: entities + 3 }), fc.nat(9), (asked, wanted, seed) => {
        const draw = () => [...drawCandidates(asked, entities, wanted, Random.of(seed))];
        const ends = new Set([...asked].filter((_, i) => i % 3 !== 1));
        const drawn = draw();
        expect(drawn).toEqual(expect.arrayContaining([...ends]));
        expect(drawn).toHaveLength(Math.max(ends.size, Math.min(wanted, entities)));
        expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
        expect(draw()).toEqual(drawn);
      }),
    );
  });
});
