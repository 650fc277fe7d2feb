import fc from 'fast-check';
import { gatherBatch } from '../../../src/models/training/batches';
import { KnownTriples } from '../../../src/models/triples/knownTriples';
import { otherAnswers, sampleFromGraph, sampleNegatives } from '../../../src/models/training/negatives';
import { Random } from '../../../src/shared/random';

/** A random graph of few entities, so that batches hold true triples beside their own. */
const graphs = fc
  .uniqueArray(fc.tuple(fc.nat(11), fc.nat(2), fc.nat(11)), { minLength: 6, maxLength: 60, selector: String })
  .map((rows) => Int32Array.from(rows.flat()));

describe('KnownTriples', () => {
  it('knows exactly the triples of the graph, and all answers from both ends', () => {
    fc.assert(
      fc.property(graphs, (triples) => {
        const known = new KnownTriples(triples, 12);
        const rows = Array.from({ length: triples.length / 3 }, (_, i) => [
          ...triples.subarray(i * 3, i * 3 + 3),
        ]);
        for (let a = 0; a < 12; a++) {
          for (let r = 0; r < 3; r++) {
            const tails = rows
              .filter(([head, relation]) => head === a && relation === r)
              .map(([, , tail]) => tail!);
            const heads = rows
              .filter(([, relation, tail]) => tail === a && relation === r)
              .map(([head]) => head!);
            expect([...known.answers('head', a, r)]).toEqual(tails.sort((x, y) => x - y));
            expect([...known.answers('tail', a, r)]).toEqual(heads.sort((x, y) => x - y));
            for (let b = 0; b < 12; b++) expect(known.has(a, r, b)).toBe(tails.includes(b));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('sampleNegatives', () => {
  const perTriple = 16;

  it('replaces one end by an entity of another triple, and gives true triples no weight', () => {
    fc.assert(
      fc.property(graphs, fc.nat(1000), (triples, seed) => {
        const known = new KnownTriples(triples, 12);
        const batch = gatherBatch(triples, Int32Array.from([0, 1, 2, 3, 4, 5]));
        const { queries, candidates, weights } = sampleNegatives(batch, perTriple, Random.of(seed), known);
        queries.forEach((query, i) => {
          const triple = Math.floor(i / perTriple);
          expect(query % 6).toBe(triple);
          const others = [0, 1, 2, 3, 4, 5].filter((other) => other !== triple);
          expect(others.flatMap((other) => [batch.heads[other], batch.tails[other]])).toContain(
            candidates[i],
          );
          const candidate = batch.entities[candidates[i]!]!;
          const [head, tail] = [batch.entities[batch.heads[triple]!]!, batch.entities[batch.tails[triple]!]!];
          const truth =
            query < 6
              ? known.has(head, batch.relations[triple]!, candidate)
              : known.has(candidate, batch.relations[triple]!, tail);
          expect(weights[i]).toBe(truth ? 0 : 1);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('draws both ends and all 2B − 2 places alike', () => {
    const triples = Int32Array.from([0, 0, 1, 2, 0, 3, 4, 0, 5]);
    const batch = gatherBatch(triples, Int32Array.from([0, 1, 2]));
    const { queries, candidates, weights } = sampleNegatives(batch, 40_000, Random.of(0));
    const counts = new Map<string, number>();
    for (let i = 0; i < 40_000; i++) {
      const key = `${queries[i]} ${candidates[i]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['0 2', '0 3', '0 4', '0 5', '3 2', '3 3', '3 4', '3 5']);
    for (const count of counts.values())
      expect(Math.abs(count - 5_000)).toBeLessThan(6 * Math.sqrt(5_000 * (7 / 8)));
    expect(weights.every((weight) => weight === 1)).toBe(true);
  });
});

describe('sampleFromGraph', () => {
  it('replaces one end by another entity of the graph, and gives true triples no weight', () => {
    fc.assert(
      fc.property(graphs, fc.nat(1000), (triples, seed) => {
        const known = new KnownTriples(triples, 12);
        const own = gatherBatch(triples, Int32Array.from([0, 1, 2, 3, 4, 5]));
        const { batch, negatives } = sampleFromGraph(own, 16, 12, Random.of(seed), known);
        expect(batch).toEqual({ ...own, entities: batch.entities });
        expect([...batch.entities.subarray(0, own.entities.length)]).toEqual([...own.entities]);
        expect(new Set(batch.entities).size).toBe(batch.entities.length);
        const used = new Set([...own.entities.keys(), ...negatives.candidates]);
        expect(used.size).toBe(batch.entities.length);
        negatives.queries.forEach((query, i) => {
          const triple = Math.floor(i / 16);
          expect(query % 6).toBe(triple);
          const drawn = batch.entities[negatives.candidates[i]!]!;
          const [head, relation, tail] = triples.subarray(triple * 3) as unknown as [number, number, number];
          expect(drawn).not.toBe(query < 6 ? tail : head);
          const isTrue = query < 6 ? known.has(head, relation, drawn) : known.has(drawn, relation, tail);
          expect(negatives.weights[i]).toBe(isTrue ? 0 : 1);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('draws both ends and all other entities alike', () => {
    const batch = gatherBatch(Int32Array.from([0, 0, 1, 2, 0, 3]), Int32Array.from([0, 1]));
    const { batch: all, negatives } = sampleFromGraph(batch, 40_000, 9, Random.of(0));
    const counts = new Map<string, number>();
    for (let i = 0; i < 40_000; i++) {
      const key = `${negatives.queries[i]} ${all.entities[negatives.candidates[i]!]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const others = (end: number) => [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((entity) => entity !== end);
    expect([...counts.keys()].sort()).toEqual(
      [...others(1).map((e) => `0 ${e}`), ...others(0).map((e) => `2 ${e}`)].sort(),
    );
    for (const count of counts.values())
      expect(Math.abs(count - 2_500)).toBeLessThan(6 * Math.sqrt(2_500 * (15 / 16)));
  });
});

describe('otherAnswers', () => {
  it('marks exactly the true triples that are not the query’s own', () => {
    fc.assert(
      fc.property(graphs, (triples) => {
        const known = new KnownTriples(triples, 12);
        const batch = gatherBatch(triples, Int32Array.from([0, 1, 2, 3, 4, 5]));
        const mask = otherAnswers(batch, known);
        const width = batch.entities.length;
        expect(mask).toHaveLength(12 * width);
        mask.forEach((value, i) => {
          const [query, row] = [Math.floor(i / width), i % width];
          const triple = query % 6;
          const ends: [number, number] = [batch.heads[triple]!, batch.tails[triple]!];
          const own = ends[query < 6 ? 1 : 0];
          ends[query < 6 ? 1 : 0] = row;
          const truth = known.has(
            batch.entities[ends[0]]!,
            batch.relations[triple]!,
            batch.entities[ends[1]]!,
          );
          expect(value).toBe(truth && row !== own ? 1 : 0);
        });
      }),
      { numRuns: 50 },
    );
  });
});
