import fc from 'fast-check';
import { batchCount, gatherBatch, planEpoch } from '../../../src/models/training/batches';
import { Epochs } from '../../../src/models/training/epochs';
import { Random } from '../../../src/shared/random';

describe('planEpoch', () => {
  const plan = (triples: number, batchSize: number, seed = 0) => {
    const random = Random.of(seed, 'lengths');
    const lengths = Int32Array.from({ length: triples }, () => 3 + random.below(30));
    return { lengths, batches: planEpoch(lengths, batchSize, Random.of(seed, 'epoch', 0)) };
  };

  it('takes every triple once, in batches of at most the size and never of one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 700 }), fc.integer({ min: 2, max: 80 }), (triples, batchSize) => {
        const { batches } = plan(triples, batchSize);
        expect(batches).toHaveLength(batchCount(triples, batchSize));
        const sizes = batches.map((batch) => batch.length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.max(batchSize, 3));
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.min(2, triples));
        const taken = batches.flatMap((batch) => [...batch]).sort((a, b) => a - b);
        expect(taken).toEqual(Array.from({ length: triples }, (_, i) => i));
      }),
    );
  });

  it('puts triples of similar length together', () => {
    const { lengths, batches } = plan(6_400, 64);
    const padded = batches.reduce(
      (sum, batch) => sum + batch.length * Math.max(...Array.from(batch, (i) => lengths[i]!)),
      0,
    );
    const needed = lengths.reduce((sum, length) => sum + length, 0);
    expect(padded / needed).toBeLessThan(1.1);
  });

  it.each([1, 2])('leaves triples in their random order where none is longer: lengths %d', (kinds) => {
    const lengths = Int32Array.from({ length: 6_400 }, (_, i) => i % kinds);
    const batches = planEpoch(lengths, 64, Random.of(0, 'epoch'));
    for (const batch of batches) expect(Math.max(...batch) - Math.min(...batch)).toBeGreaterThan(3_000);
  });

  it('asks for texts of like length only where they are padded', () => {
    const [triples, tokens] = [Int32Array.from({ length: 9_600 }, (_, i) => (i % 3 === 1 ? 0 : i)), 9_600];
    const texts = Array.from({ length: tokens }, (_, i) => new Int32Array(1 + ((7 * i) % 30)));
    const spread = (pads: boolean) => {
      const epochs = new Epochs(triples, texts, 64, 0, pads);
      const lengths = Array.from(epochs.batch(0), (triple) => texts[3 * triple]!.length);
      return Math.max(...lengths) - Math.min(...lengths);
    };
    expect(spread(false)).toBeGreaterThan(20);
    expect(spread(true)).toBeLessThan(20);
  });

  it('keeps neighbours together, and takes every triple once all the same', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 700 }),
        fc.integer({ min: 1, max: 20 }),
        fc.nat(100),
        (count, size, seed) => {
          const random = Random.of(seed, 'lengths');
          const lengths = Int32Array.from({ length: count }, () => 3 + random.below(30));
          const order = random.shuffle(Int32Array.from({ length: count }, (_, i) => i));
          const near = { order, size };
          const batches = planEpoch(lengths, 64, Random.of(seed, 'epoch'), near);
          const taken = batches.flatMap((batch) => [...batch]);
          expect([...taken].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
          const batchOf = new Map(batches.flatMap((batch, b) => Array.from(batch, (triple) => [triple, b])));
          const groups = Array.from({ length: Math.ceil(count / size) }, (_, g) =>
            order.slice(g * size, (g + 1) * size),
          );
          // At the end of a batch, at most one of them is cut in two.
          const cut = groups.filter(
            (own) => new Set(Array.from(own, (triple) => batchOf.get(triple))).size > 1,
          );
          expect(cut.length).toBeLessThan(batches.length);
        },
      ),
    );
  });

  it('differs from epoch to epoch', () => {
    const lengths = new Int32Array(100).fill(5);
    const first = planEpoch(lengths, 10, Random.of(0, 'epoch', 0));
    expect(planEpoch(lengths, 10, Random.of(0, 'epoch', 0))).toEqual(first);
    expect(planEpoch(lengths, 10, Random.of(0, 'epoch', 1))).not.toEqual(first);
  });
});

describe('gatherBatch', () => {
  it('encodes each entity once and finds the triples again', () => {
    const triples = Int32Array.from([5, 0, 7, 7, 1, 5, 9, 0, 9, 3, 2, 5]);
    const { entities, heads, relations, tails } = gatherBatch(triples, Int32Array.from([0, 1, 2]));
    expect([...entities]).toEqual([5, 7, 9]);
    const again = Array.from(heads, (head, i) => [entities[head], relations[i], entities[tails[i]!]]);
    expect(again).toEqual([
      [5, 0, 7],
      [7, 1, 5],
      [9, 0, 9],
    ]);
  });
});
