import fc from 'fast-check';
import { sampleTriples } from '../../../src/models/triples/sampleTriples';
import { Random } from '../../../src/shared/random';

describe('a sample of triples', () => {
  it('is some of them in their order, as many as asked for, and follows from the seed', () => {
    const count = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(count, fc.nat(40), fc.nat(9), (triples, wanted, seed) => {
        const all = Int32Array.from({ length: triples * 3 }, (_, i) => i);
        const draw = () => sampleTriples(all, wanted, Random.of(seed));
        const drawn = draw();
        expect(drawn).toHaveLength(Math.min(wanted, triples) * 3);
        expect([...drawn].sort((a, b) => a - b)).toEqual([...drawn]);
        expect(drawn.every((value, i) => value % 3 === i % 3)).toBe(true);
        expect(new Set(drawn).size).toBe(drawn.length);
        expect(draw()).toEqual(drawn);
      }),
    );
  });

  it('differs by seed', () => {
    const all = Int32Array.from({ length: 300 }, (_, i) => i);
    expect(sampleTriples(all, 10, Random.of(0))).not.toEqual(sampleTriples(all, 10, Random.of(1)));
  });
});
