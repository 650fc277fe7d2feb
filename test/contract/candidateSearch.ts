import fc from 'fast-check';
import type {
  Candidate,
  CandidateSearch,
  Metric,
  SearchQuery,
} from '../../src/models/candidates/candidateSearch';

const metrics: Metric[] = ['l1', 'l2', 'modulus', 'dot', 'cosine'];

/** A vector in small whole numbers: float32 sums of them are exact, so equal scores are equal in every summing order. */
const wholeVector = (dimension: number) =>
  fc.array(fc.integer({ min: -3, max: 3 }), { minLength: dimension, maxLength: dimension }).map((values) => {
    if (!values.some(Boolean)) values[0] = 1;
    return Float32Array.from(values);
  });

const anyVector = (dimension: number) =>
  fc
    .float32Array({ minLength: dimension, maxLength: dimension, min: -1, max: 1, noNaN: true })
    .filter((vector) => Math.hypot(...vector) > 1e-3);

interface World {
  rows: Map<string, Float32Array>;
  query: Float32Array;
  exclude: Set<string>;
  k: number;
}

const world = (vector: (dimension: number) => fc.Arbitrary<Float32Array>): fc.Arbitrary<World> =>
  fc.constantFrom(1, 2, 3, 7, 16, 17, 70).chain((dimension) =>
    fc.record({
      rows: fc
        .array(fc.tuple(fc.string({ minLength: 1, maxLength: 3 }), vector(dimension)), {
          minLength: 1,
          maxLength: 40,
        })
        .map((pairs) => new Map(pairs)),
      query: vector(dimension),
      exclude: fc
        .array(fc.string({ minLength: 1, maxLength: 1 }), { maxLength: 10 })
        .map((ids) => new Set(ids)),
      k: fc.integer({ min: 1, max: 50 }),
    }),
  );

/** Scores in double precision, straight from the definitions. */
function score(metric: Metric, query: Float32Array, row: Float32Array): number {
  const sum = (term: (q: number, x: number, i: number) => number) =>
    query.reduce((total, q, i) => total + term(q, row[i]!, i), 0);
  switch (metric) {
    case 'l1':
      return -sum((q, x) => Math.abs(q - x));
    case 'l2':
      return -Math.sqrt(sum((q, x) => (q - x) ** 2));
    case 'modulus':
      return -sum((q, x, i) => (i % 2 ? 0 : Math.hypot(q - x, (query[i + 1] ?? 0) - (row[i + 1] ?? 0))));
    case 'dot':
      return sum((q, x) => q * x);
    case 'cosine':
      return sum((q, x) => q * x) / (Math.hypot(...query) * Math.hypot(...row));
  }
}

function expectedTop({ rows, query, exclude, k }: World, metric: Metric): Candidate[] {
  return [...rows]
    .filter(([id]) => !exclude.has(id))
    .map(([id, row]) => ({ id, score: score(metric, query, row) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, k)
    .map((candidate, i) => ({ ...candidate, rank: i + 1 }));
}

/** What every implementation of `CandidateSearch` must do. */
export function candidateSearchContract(name: string, make: (dimension: number) => CandidateSearch): void {
  describe(`${name} as a candidate search`, () => {
    const open: CandidateSearch[] = [];
    const start = (dimension: number) => {
      const search = make(dimension);
      open.push(search);
      return search;
    };
    const filled = async (rows: Record<string, number[]>) => {
      const search = start(Object.values(rows)[0]!.length);
      await search.upsert(Object.keys(rows), Float32Array.from(Object.values(rows).flat()));
      return search;
    };
    const query = (metric: Metric, ...values: number[]): SearchQuery => ({
      metric,
      vector: Float32Array.from(values),
    });
    const ids = (candidates: Candidate[]) => candidates.map(({ id }) => id);

    afterEach(async () => {
      await Promise.all(open.splice(0).map((search) => search.close()));
    });

    /** Fills a search per width once and changes its rows for each case, as a server does. */
    const withSearch = async (cases: World, check: (search: CandidateSearch) => Promise<void>) => {
      const { rows } = cases;
      const dimension = cases.query.length;
      const search = open.find((one) => one.dimension === dimension) ?? start(dimension);
      await search.upsert([...rows.keys()], Float32Array.from([...rows.values()].flatMap((row) => [...row])));
      try {
        await check(search);
      } finally {
        await search.remove([...rows.keys()]);
      }
      expect(search.size).toBe(0);
    };

    it('ranks as the definitions say, ties by id, whatever the width, k and exclusions', async () => {
      await fc.assert(
        fc.asyncProperty(world(wholeVector), fc.constantFrom(...metrics), async (cases, metric) => {
          await withSearch(cases, async (search) => {
            const found = await search.top({ metric, vector: cases.query }, cases.k, cases.exclude);
            const expected = expectedTop(cases, metric);
            found.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]!.score, 4));
            if (metric === 'cosine') return; // its roots round: near ties may change places
            expect(found.map(({ id, rank }) => ({ id, rank }))).toEqual(
              expected.map(({ id, rank }) => ({ id, rank })),
            );
          });
        }),
        { numRuns: 300 },
      );
    });

    it('gives the scores of the definitions to float32 precision', async () => {
      await fc.assert(
        fc.asyncProperty(world(anyVector), fc.constantFrom(...metrics), async (cases, metric) => {
          await withSearch(cases, async (search) => {
            const found = await search.top({ metric, vector: cases.query }, cases.k, cases.exclude);
            const expected = expectedTop(cases, metric);
            expect(found).toHaveLength(expected.length);
            found.forEach(({ id, score: given }, i) => {
              expect(given).toBeCloseTo(expected[i]!.score, 4);
              expect(given).toBeCloseTo(score(metric, cases.query, cases.rows.get(id)!), 4);
            });
          });
        }),
        { numRuns: 100 },
      );
    });

    it('scores some as it would among all, and says which it has no vector of', async () => {
      const cases = world(anyVector);
      await fc.assert(
        fc.asyncProperty(cases, fc.constantFrom(...metrics), async (drawn, metric) => {
          await withSearch(drawn, async (search) => {
            const asked = [...drawn.rows.keys(), ...drawn.exclude, 'nowhere'];
            const found = await search.top({ metric, vector: drawn.query }, asked.length);
            const byId = new Map(found.map((candidate) => [candidate.id, candidate.score]));
            const scores = await search.scores({ metric, vector: drawn.query }, asked);
            expect([...scores]).toEqual(asked.map((id) => byId.get(id) ?? NaN));
            expect(await search.lacking(asked)).toEqual(asked.filter((id) => !byId.has(id)));
          });
        }),
        { numRuns: 50 },
      );
    });

    it('holds what was put in and taken out, in any order', async () => {
      const step = fc.oneof(
        fc.record({ put: fc.integer({ min: 0, max: 15 }), value: fc.integer({ min: 1, max: 9 }) }),
        fc.record({ take: fc.integer({ min: 0, max: 15 }) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
          const search = start(2);
          const model = new Map<string, number>();
          for (const each of steps) {
            if ('put' in each) {
              model.set(`n${each.put}`, each.value);
              await search.upsert([`n${each.put}`], Float32Array.from([each.value, 1]));
            } else {
              model.delete(`n${each.take}`);
              await search.remove([`n${each.take}`]);
            }
          }
          const found = await search.top(query('dot', 1, 0), 100);
          expect(new Map(found.map(({ id, score }) => [id, score]))).toEqual(model);
          expect(search.size).toBe(model.size);
          for (const [id, value] of model)
            expect(await search.vectorOf(id)).toEqual(Float32Array.from([value, 1]));
          await search.close();
        }),
        { numRuns: 20 },
      );
    });

    it('answers calls in the order they were made, without waiting between them', async () => {
      const search = await filled({ a: [1, 0] });
      const before = search.top(query('dot', 1, 0), 5);
      const change = search.upsert(['b'], Float32Array.from([2, 0]));
      const between = search.top(query('dot', 1, 0), 5);
      const removal = search.remove(['a']);
      const after = search.top(query('dot', 1, 0), 5);
      expect(ids(await before)).toEqual(['a']);
      expect(ids(await between)).toEqual(['b', 'a']);
      expect(ids(await after)).toEqual(['b']);
      await Promise.all([change, removal]);
    });

    it('excludes before it cuts to k', async () => {
      const search = await filled({ a: [5], b: [4], c: [3], d: [2] });
      expect(ids(await search.top(query('dot', 1), 2, new Set(['a', 'b', 'absent'])))).toEqual(['c', 'd']);
      expect(await search.top(query('dot', 1), 2, new Set(['a', 'b', 'c', 'd']))).toEqual([]);
    });

    it('gives what there is when k is larger, and nothing when empty', async () => {
      expect(await start(3).top(query('l1', 0, 0, 0), 10)).toEqual([]);
      expect(await (await filled({ a: [1] })).top(query('l1', 1), 1000)).toEqual([
        { id: 'a', score: -0, rank: 1 },
      ]);
    });

    it('takes the last of equal ids in one batch', async () => {
      const search = start(1);
      await search.upsert(['a', 'a'], Float32Array.from([1, 2]));
      expect(search.size).toBe(1);
      expect(await search.vectorOf('a')).toEqual(Float32Array.from([2]));
    });

    it('takes views into larger buffers', async () => {
      const large = Float32Array.from([9, 1, 2, 9]);
      const search = start(2);
      await search.upsert(['a'], large.subarray(1, 3));
      expect(await search.vectorOf('a')).toEqual(Float32Array.from([1, 2]));
      expect((await search.top({ metric: 'l1', vector: large.subarray(1, 3) }, 1))[0]!.score).toBe(-0);
    });

    it('grows past its first size and finds the one nearest vector in many', async () => {
      const search = start(20);
      const count = 30_000;
      const vectors = Float32Array.from({ length: count * 20 }, (_, i) => Math.sin(i));
      const names = Array.from({ length: count }, (_, i) => `n${i}`);
      for (let i = 0; i < count; i += 7_000) {
        await search.upsert(names.slice(i, i + 7_000), vectors.slice(i * 20, (i + 7_000) * 20));
      }
      expect(search.size).toBe(count);
      for (const row of [0, 4095, 4096, 12_345, count - 1]) {
        const vector = vectors.slice(row * 20, (row + 1) * 20);
        for (const metric of ['l1', 'l2'] as const) {
          expect((await search.top({ metric, vector }, 1))[0]).toEqual({ id: `n${row}`, score: -0, rank: 1 });
        }
      }
    });

    describe('refuses', () => {
      it.each([
        ['not a number', [1, NaN], 'The vector of b is not finite.'],
        ['infinite', [1, Infinity], 'The vector of b is not finite.'],
        ['zero', [0, 0], 'The vector of b is zero.'],
      ])('a vector that is %s, and with it the whole batch', async (_, bad, message) => {
        const search = start(2);
        await expect(search.upsert(['a', 'b'], Float32Array.from([1, 1, ...bad]))).rejects.toMatchObject({
          code: 'INTERNAL',
          message,
        });
        expect(search.size).toBe(0);
        expect(await search.vectorOf('a')).toBeUndefined();
      });

      it('vectors of another width', async () => {
        await expect(start(2).upsert(['a'], Float32Array.from([1, 2, 3]))).rejects.toMatchObject({
          code: 'INTERNAL',
          message: '1 vectors of width 2 were expected; 3 values came.',
        });
      });

      it('a query of another width, not finite, or without direction', async () => {
        const search = await filled({ a: [1, 1] });
        await expect(search.top(query('l1', 1), 1)).rejects.toMatchObject({
          message: 'A query of 2 finite values was expected; 1 came.',
        });
        await expect(search.top(query('dot', 1, NaN), 1)).rejects.toMatchObject({
          message: 'A query of 2 finite values was expected; 2 came, not all finite.',
        });
        await expect(search.top(query('cosine', 0, 0), 1)).rejects.toMatchObject({
          message: 'The vector of the query is zero.',
        });
      });

      it.each([0, -1, 1.5, NaN])('%p as k', async (k) => {
        const search = await filled({ a: [1] });
        await expect(search.top(query('l1', 1), k)).rejects.toMatchObject({
          code: 'BAD_INPUT',
          message: `A positive number of candidates was expected, not ${k}.`,
        });
      });

      it('scores that overflow to no number, instead of misplacing them', async () => {
        const search = await filled({ a: [3e38, -3e38] });
        await expect(search.top(query('dot', 3e38, 3e38), 1)).rejects.toMatchObject({ code: 'INTERNAL' });
      });

      it('calls after it was closed, and those still open', async () => {
        const search = await filled({ a: [1] });
        const open = search.top(query('l1', 1), 1);
        const closing = search.close();
        await expect(open).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
        await closing;
        await expect(search.vectorOf('a')).rejects.toMatchObject({
          message: 'The candidate search was closed.',
        });
      });
    });
  });
}
