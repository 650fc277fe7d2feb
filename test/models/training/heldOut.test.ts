import fc from 'fast-check';
import type { TrainingData } from '../../../src/models/training/data';
import { holdOut } from '../../../src/models/training/heldOut';
import { parseTrainingSettings } from '../../../src/models/training/settings';

const graphs: fc.Arbitrary<TrainingData> = fc
  .uniqueArray(fc.tuple(fc.nat(29), fc.nat(2), fc.nat(29)), {
    minLength: 2,
    maxLength: 200,
    selector: String,
  })
  .map((rows) => ({
    entityIds: Array.from({ length: 30 }, (_, i) => `e${i}`),
    texts: Array.from({ length: 30 }, (_, i) => `text ${i}`),
    relationIds: ['a', 'b', 'c'],
    relationTexts: ['a', 'b', 'c'],
    triples: Int32Array.from(rows.flat()),
  }));

const rowsOf = (triples: Int32Array): number[][] =>
  Array.from({ length: triples.length / 3 }, (_, i) => [...triples.subarray(i * 3, i * 3 + 3)]);

describe.each(['entities', 'triples'] as const)('holding out %s', (heldOut) => {
  const split = (data: TrainingData, triples = 5, seed = 0) =>
    holdOut(data, parseTrainingSettings({ encoder: 'be-bow', seed, validation: { triples, heldOut } }));

  it('trains on no triple that it validates with, and on none that gives the answer away', () => {
    fc.assert(
      fc.property(graphs, fc.nat(50), (data, seed) => {
        const { training, validation } = split(data, 5, seed);
        const all = new Set(rowsOf(data.triples).map(String));
        const trained = new Set(rowsOf(training).map(String));
        const [pairs, entities] = [new Set<string>(), new Set<number>()];
        for (const [head, , tail] of rowsOf(training)) {
          pairs.add(`${head} ${tail}`).add(`${tail} ${head}`);
          entities.add(head!).add(tail!);
        }
        for (const [head, relation, tail] of rowsOf(validation)) {
          expect(all.has(`${head},${relation},${tail}`)).toBe(true);
          expect(trained.has(`${head},${relation},${tail}`)).toBe(false);
          expect(pairs.has(`${head} ${tail}`)).toBe(false);
          expect(head).not.toBe(tail);
          if (heldOut === 'triples') expect(entities.has(head!) && entities.has(tail!)).toBe(true);
          if (heldOut === 'entities') expect(entities.has(head!) && entities.has(tail!)).toBe(false);
        }
        expect(validation.length / 3).toBeLessThanOrEqual(5);
        expect(training.length).toBeGreaterThanOrEqual(Math.ceil(data.triples.length * 0.9));
      }),
    );
  });

  it('finds as many as asked for in a large enough graph, the same for the same seed', () => {
    const triples = Int32Array.from(
      { length: 3000 },
      (_, i) => [Math.floor(i / 3), 0, (Math.floor(i / 3) * 7 + 1) % 1000][i % 3]!,
    );
    const data = {
      entityIds: Array.from({ length: 1000 }, (_, i) => `e${i}`),
      texts: Array.from({ length: 1000 }, (_, i) => `text ${i}`),
      relationIds: ['a'],
      relationTexts: ['a'],
      triples,
    };
    expect(split(data, 20).validation).toHaveLength(60);
    expect(split(data, 20)).toEqual(split(data, 20));
    expect(split(data, 20, 1)).not.toEqual(split(data, 20));
    expect(split(data, 0)).toEqual({ training: triples, validation: new Int32Array(0) });
  });
});
