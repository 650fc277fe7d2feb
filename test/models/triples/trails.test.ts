import fc from 'fast-check';
import { trailOrder } from '../../../src/models/triples/trails';
import { Random } from '../../../src/shared/random';

const graph = fc.integer({ min: 1, max: 12 }).chain((entities) =>
  fc.record({
    entities: fc.constant(entities),
    triples: fc
      .array(fc.tuple(fc.nat(entities - 1), fc.nat(3), fc.nat(entities - 1)), { maxLength: 60 })
      .map((triples) => Int32Array.from(triples.flat())),
  }),
);

describe('an order of trails', () => {
  it('has every triple once', () => {
    fc.assert(
      fc.property(graph, fc.nat(1000), ({ entities, triples }, seed) => {
        const order = trailOrder(triples, entities, Random.of(seed, 'trails'));
        const expected = Array.from({ length: triples.length / 3 }, (_, i) => i);
        expect([...order].sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('goes from neighbour to neighbour as long as it can', () => {
    // A ring: wherever it begins, one trail goes all the way round.
    const size = 50;
    const triples = Int32Array.from(Array.from({ length: size }, (_, i) => [i, 0, (i + 1) % size]).flat());
    const order = trailOrder(triples, size, Random.of(3, 'trails'));
    for (let i = 1; i < size; i++) expect([1, size - 1]).toContain(Math.abs(order[i]! - order[i - 1]!));
  });

  it('is the same for a seed and another for another', () => {
    const random = Random.of(0, 'graph');
    const triples = Int32Array.from({ length: 300 }, () => random.below(30));
    const of = (seed: number) => trailOrder(triples, 30, Random.of(seed, 'trails'));
    expect(of(1)).toEqual(of(1));
    expect(of(1)).not.toEqual(of(2));
  });
});
