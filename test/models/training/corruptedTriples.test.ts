import fc from 'fast-check';
import { corruptTriples } from '../../../src/models/training/corruptedTriples';
import { KnownTriples } from '../../../src/models/triples/knownTriples';
import { Random } from '../../../src/shared/random';

const entities = 12;
const graphs = fc
  .uniqueArray(fc.tuple(fc.nat(entities - 1), fc.nat(2), fc.nat(entities - 1)), {
    minLength: 1,
    maxLength: 120,
    selector: String,
  })
  .map((rows) => Int32Array.from(rows.flat()));
const pools = fc.uniqueArray(fc.nat(entities - 1), { minLength: 1 }).map((list) => Int32Array.from(list));

describe('corruptTriples', () => {
  const perTriple = 6;

  it('replaces one end by an entity of the pool that makes the triple false, or gives it no weight', () => {
    fc.assert(
      fc.property(graphs, pools, fc.nat(1000), (triples, pool, seed) => {
        const known = new KnownTriples(triples, entities);
        const random = Random.of(seed);
        const corrupted = corruptTriples(triples, { perTriple, entities: pool, random, known });
        expect(corrupted.triples.length).toBe(triples.length * perTriple);
        corrupted.weights.forEach((weight, i) => {
          const [head, relation, tail] = corrupted.triples.subarray(i * 3) as unknown as number[];
          const from = Math.floor(i / perTriple) * 3;
          const own = triples.subarray(from, from + 3);
          expect(relation).toBe(own[1]);
          expect(head === own[0] || tail === own[2]).toBe(true);
          if (weight === 1) {
            expect(known.has(head!, relation!, tail!)).toBe(false);
            expect(pool).toContain(head === own[0] ? tail : head);
          }
        });
      }),
      { numRuns: 50 },
    );
  });

  it('gives up where every entity is an answer', () => {
    const triples = Int32Array.from([0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 1]);
    const how = { perTriple, entities: Int32Array.of(0, 1), random: Random.of(0) };
    const { weights } = corruptTriples(triples, { ...how, known: new KnownTriples(triples, 2) });
    expect([...weights]).toEqual(Array(4 * perTriple).fill(0));
  });

  it('draws both ends and all entities but the true one alike', () => {
    const count = 60_000;
    const how = { perTriple: count, entities: Int32Array.of(0, 1, 2, 3), random: Random.of(0) };
    const { triples, weights } = corruptTriples(Int32Array.of(1, 0, 3), how);
    const counts = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      const key = `${triples[i * 3]} ${triples[i * 3 + 2]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['0 3', '1 0', '1 1', '1 2', '2 3', '3 3']);
    for (const each of counts.values()) {
      expect(Math.abs(each - count / 6)).toBeLessThan(6 * Math.sqrt((count / 6) * (5 / 6)));
    }
    expect(weights.every((weight) => weight === 1)).toBe(true);
  });
});
