import fc from 'fast-check';
import { relationSplit } from '../../../src/models/triples/relationSplit';

const relationsOf = (triples: Int32Array): Set<number> => new Set(triples.filter((_, i) => i % 3 === 1));

describe('a split by relations', () => {
  const graph = fc
    .array(fc.tuple(fc.nat(19), fc.nat(7), fc.nat(19)), { minLength: 60, maxLength: 200 })
    .map((list) => ({ entities: 20, relations: 8, triples: Int32Array.from(list.flat()) }));

  it('keeps every triple once, and no relation in two parts', () => {
    fc.assert(
      fc.property(graph, fc.nat(100), (given, seed) => {
        fc.pre(relationsOf(given.triples).size === 8);
        const { training, validation, test } = relationSplit(given, {
          seed,
          unseenRelations: 2,
          leastTriples: 1,
        });
        const parts = [training, validation, test].map(({ triples }) => relationsOf(triples));
        expect(parts.map(({ size }) => size)).toEqual([4, 2, 2]);
        expect(new Set(parts.flatMap((part) => [...part])).size).toBe(8);
        const total = [training, validation, test].reduce((sum, { triples }) => sum + triples.length, 0);
        expect(total).toBe(given.triples.length);
        expect(training.entities).toHaveLength(20);
        const again = relationSplit(given, { seed, unseenRelations: 2, leastTriples: 1 });
        expect(again.test.triples).toEqual(test.triples);
      }),
    );
  });

  it('refuses to take more than there is', () => {
    const given = { entities: 2, relations: 3, triples: Int32Array.of(0, 0, 1, 0, 1, 1, 1, 2, 0) };
    const split = (unseenRelations: number, leastTriples: number) => () =>
      relationSplit(given, { seed: 0, unseenRelations, leastTriples });
    expect(split(1, 1)).not.toThrow();
    expect(split(2, 1)).toThrow(/2 relations for validation and 2 for test were asked for; of 3 relations 3/);
    expect(split(1, 2)).toThrow(/of 3 relations 0 have at least 2 triples/);
  });
});
