import fc from 'fast-check';
import { KnownTriples } from '../../../src/models/triples/knownTriples';

const entities = 7;
const relations = 3;
const entity = fc.nat(entities - 1);
const triple = fc.tuple(entity, fc.nat(relations - 1), entity);
const all = fc.uniqueArray(triple, { selector: (given) => given.join(), maxLength: 60 });

describe('the known triples', () => {
  it('are exactly those that were given', () => {
    fc.assert(
      fc.property(all, triple, (given, asked) => {
        const known = new KnownTriples(Int32Array.from(given.flat()), entities);
        const isGiven = given.some((other) => other.join() === asked.join());
        expect(known.has(...asked)).toBe(isGiven);
        for (const each of given) expect(known.has(...each)).toBe(true);
      }),
    );
  });

  it('answer a query with all partners of the entity under the relation, in ascending order', () => {
    fc.assert(
      fc.property(all, entity, fc.nat(relations - 1), (given, own, relation) => {
        const known = new KnownTriples(Int32Array.from(given.flat()), entities);
        const ascending = (a: number, b: number) => a - b;
        const tails = given.filter(([h, r]) => h === own && r === relation).map(([, , t]) => t);
        const heads = given.filter(([, r, t]) => t === own && r === relation).map(([h]) => h);
        expect([...known.answers('head', own, relation)]).toEqual(tails.sort(ascending));
        expect([...known.answers('tail', own, relation)]).toEqual(heads.sort(ascending));
      }),
    );
  });

  it('count once, however often they were given', () => {
    const known = new KnownTriples(Int32Array.of(1, 0, 2, 1, 0, 2, 3, 0, 2), 4);
    expect([...known.answers('head', 1, 0)]).toEqual([2]);
    expect([...known.answers('tail', 2, 0)]).toEqual([1, 3]);
  });

  it('tell relations apart where relation · entities + entity is beyond 32 bits', () => {
    const many = 3_000_000;
    const known = new KnownTriples(Int32Array.of(0, 2_000, many - 1, 0, 2_001, 0), many);
    expect([...known.answers('head', 0, 2_000)]).toEqual([many - 1]);
    expect([...known.answers('head', 0, 2_001)]).toEqual([0]);
    expect(known.has(0, 2_001, many - 1)).toBe(false);
  });
});
