import fc from 'fast-check';
import type { Question } from '../../../src/models/blp/queries';
import {
  type Asked,
  figuresOf,
  rankSampled,
  rankTriples,
  sampledCandidates,
  type ScoresOf,
  triplesOf,
} from '../../../src/models/evaluation';
import { KnownTriples } from '../../../src/models/triples/knownTriples';

const [entities, relations] = [9, 2];
const triple = fc.tuple(fc.nat(entities - 1), fc.nat(relations - 1), fc.nat(entities - 1));
const graphs = fc.array(triple, { minLength: 1, maxLength: 20 }).map((list) => Int32Array.from(list.flat()));

/** Small whole numbers, so that ties are common. */
const scoreOf = (head: number, relation: number, tail: number) => (head * 7 + relation * 5 + tail * 3) % 4;
const scoresOf: ScoresOf = (choices) => {
  const rows = triplesOf(choices);
  const scores = Array.from({ length: rows.length / 3 }, (_, i) =>
    scoreOf(rows[i * 3]!, rows[i * 3 + 1]!, rows[i * 3 + 2]!),
  );
  return Promise.resolve(Float32Array.from(scores));
};
const all = Int32Array.from({ length: entities }, (_, i) => i);

describe('sampledCandidates', () => {
  it('are the true answer and entities of the pool that are none, the same whenever they are asked for', () => {
    fc.assert(
      fc.property(
        graphs,
        fc.uniqueArray(fc.nat(entities - 1)),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(99),
        (triples, pool, count, seed) => {
          const known = new KnownTriples(triples, entities);
          const sample = () => sampledCandidates({ pool: Int32Array.from(pool), count, known, seed });
          const [head, relation, tail] = triples as unknown as [number, number, number];
          const questions: Asked[] = [
            { known: head, side: 'head', relation, answer: tail },
            { known: tail, side: 'tail', relation, answer: head },
          ];
          const found = questions.map(sample());
          questions.forEach(({ known: own, side, answer }, i) => {
            const [first, ...others] = found[i]!;
            expect(first).toBe(answer);
            const answers = new Set(known.answers(side, own, relation)).add(answer);
            const possible = pool.filter((entity) => !answers.has(entity));
            expect(others).toHaveLength(Math.min(count - 1, possible.length));
            expect(new Set(others).size).toBe(others.length);
            for (const other of others) expect(possible).toContain(other);
          });
          expect(questions.toReversed().map(sample()).toReversed()).toEqual(found);
        },
      ),
    );
  });

  it('are drawn alike', () => {
    const counts = new Float64Array(100);
    const pool = Int32Array.from(counts.keys());
    const known = new KnownTriples(Int32Array.of(0, 0, 0), 100);
    for (let seed = 0; seed < 4000; seed++) {
      const draw = sampledCandidates({ pool, count: 11, known, seed });
      for (const entity of draw({ known: 0, side: 'head', relation: 0, answer: 0 }).subarray(1))
        counts[entity]!++;
    }
    const expected = (4000 * 10) / 99;
    expect(counts[0]).toBe(0);
    for (const own of counts.subarray(1))
      expect(Math.abs(own - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});

describe('rankSampled', () => {
  it('ranks among all, where the sample is all, as rankTriples does', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, graphs, async (triples, others) => {
        const known = new KnownTriples(Int32Array.of(...triples, ...others), entities);
        const candidatesOf = sampledCandidates({ pool: all, count: entities, known, seed: 0 });
        const sampled = await rankSampled({ triples, candidatesOf, scoresOf });
        // One component an entity: the query's scores themselves.
        const whole = await rankTriples({
          ...{ triples, candidates: all, known, metric: 'dot', dimension: entities },
          vectorOf: (entity) => Float32Array.from(all, (other) => (other === entity ? 1 : 0)),
          queryOf: ({ known: own, side, relation }: Question) =>
            Float32Array.from(all, (other) =>
              side === 'head' ? scoreOf(own, relation, other) : scoreOf(other, relation, own),
            ),
        });
        const members = [...Array(whole.size).keys()];
        for (const ranking of members) {
          expect(sampled.rank(ranking, 'filtered')).toEqual(whole.rank(ranking, 'filtered'));
          expect(sampled.candidates(ranking, 'filtered')).toBe(whole.candidates(ranking, 'filtered'));
        }
        const { raw, ...figures } = figuresOf(sampled, members);
        expect(raw).toBeUndefined();
        expect(figures.filtered).toEqual(figuresOf(whole, members).filtered);
      }),
      { numRuns: 50 },
    );
  });

  const triples = Int32Array.of(0, 0, 1, 1, 1, 0);
  const known = new KnownTriples(triples, entities);
  const candidatesOf = sampledCandidates({ pool: all, count: 3, known, seed: 0 });

  it('refuses scores that are not finite', async () => {
    const bad: ScoresOf = async (choices) => (await scoresOf(choices)).fill(NaN, 1, 2);
    await expect(rankSampled({ triples, candidatesOf, scoresOf: bad })).rejects.toThrow(/finite/);
  });

  it('tells how far it is, and stops when told so', async () => {
    const done: number[] = [];
    await rankSampled({ triples, candidatesOf, scoresOf, onProgress: (report) => done.push(report.done) });
    expect(done.at(-1)).toBe(4);
    const stopped = rankSampled({ triples, candidatesOf, scoresOf, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('hears of a stop while it ranks, though scores come at once', async () => {
    const many = Int32Array.from({ length: 9000 }, (_, i) => (i % 3 === 1 ? 0 : i % entities));
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    const stopped = rankSampled({ triples: many, candidatesOf, scoresOf, signal: stop.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
