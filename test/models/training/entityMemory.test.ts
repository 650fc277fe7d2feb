import fc from 'fast-check';
import { gatherBatch } from '../../../src/models/training/batches';
import { EntityMemory } from '../../../src/models/training/entityMemory';
import { KnownTriples } from '../../../src/models/triples/knownTriples';

const entities = 12;
const triples = fc
  .array(fc.tuple(fc.nat(entities - 1), fc.nat(1), fc.nat(entities - 1)), { minLength: 2, maxLength: 12 })
  .map((list) => Int32Array.from(list.flat()));
const added = fc.array(fc.array(fc.nat(entities - 1), { minLength: 1, maxLength: 6 }), { maxLength: 6 });

describe('remembered entities', () => {
  it('are the last ones, masked where they answer the query', () => {
    fc.assert(
      fc.property(triples, added, fc.integer({ min: 1, max: 10 }), (list, batches, size) => {
        const memory = new EntityMemory(size, 1);
        let version = 0;
        const all: [entity: number, vector: number][] = [];
        for (const batch of batches) {
          const vectors = Float32Array.from(batch, () => version++);
          batch.forEach((entity, i) => all.push([entity, vectors[i]!]));
          memory.add(Int32Array.from(batch), vectors);
        }
        const known = new KnownTriples(list, entities);
        const batch = gatherBatch(
          list,
          Int32Array.from({ length: list.length / 3 }, (_, i) => i),
        );
        const recalled = memory.recall(batch, known);
        const last = all.slice(-size);
        if (last.length === 0) return expect(recalled).toBeUndefined();
        const { vectors, masked } = recalled!;
        expect([...vectors].sort((a, b) => a - b)).toEqual(last.map(([, vector]) => vector));
        const count = list.length / 3;
        for (let query = 0; query < 2 * count; query++) {
          const [head, relation, tail] = list.subarray((query % count) * 3) as unknown as [
            number,
            number,
            number,
          ];
          [...vectors].forEach((vector, i) => {
            const [entity] = last.find(([, own]) => own === vector)!;
            const isTrue =
              query < count ? known.has(head, relation, entity) : known.has(entity, relation, tail);
            expect(masked[query * vectors.length + i]).toBe(isTrue ? 1 : 0);
          });
        }
      }),
    );
  });

  it('go on from their state as if nothing had been', () => {
    fc.assert(
      fc.property(added, added, fc.integer({ min: 1, max: 10 }), (before, after, size) => {
        const whole = new EntityMemory(size, 1);
        const add = (memory: EntityMemory, batches: number[][]) =>
          batches.forEach((batch) => memory.add(Int32Array.from(batch), Float32Array.from(batch)));
        add(whole, before);
        const resumed = new EntityMemory(size, 1, whole.state());
        add(whole, after);
        add(resumed, after);
        expect(resumed.state()).toEqual(whole.state());
      }),
    );
  });
});
