import fc from 'fast-check';
import { padBatch } from '../../../src/models/encoders';
import { hideTokens } from '../../../src/models/training/hiddenTokens';
import { Random } from '../../../src/shared/random';

/** Ids below 5 are special. */
const tokens = { mask: 4, ordinary: Int32Array.from({ length: 80 }, (_, i) => i + 5) };
const batches = fc
  .array(fc.array(fc.integer({ min: 0, max: 84 }), { minLength: 1, maxLength: 20 }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((rows) => padBatch(rows.map((row) => Int32Array.from(row))));

describe('hideTokens', () => {
  it('chooses 15% of the ordinary tokens, and leaves all others as they are', () => {
    fc.assert(
      fc.property(batches, fc.nat(1000), (batch, seed) => {
        const before = batch.ids.slice();
        const { texts, positions, targets } = hideTokens(batch, tokens, Random.of(seed));
        expect(batch.ids).toEqual(before);
        const within = (place: number) =>
          place % batch.length < batch.lengths[Math.floor(place / batch.length)]!;
        const ordinary = [...batch.ids.keys()].filter((place) => within(place) && batch.ids[place]! >= 5);
        const expected = ordinary.length === 0 ? 0 : Math.max(1, Math.round(0.15 * ordinary.length));
        expect(positions).toHaveLength(expected);
        expect([...positions]).toEqual([...new Set(positions)].sort((a, b) => a - b));
        for (const place of positions) expect(ordinary).toContain(place);
        expect(targets).toEqual(positions.map((place) => batch.ids[place]!));
        const hidden = new Set(positions);
        texts.ids.forEach((id, place) => {
          if (!hidden.has(place)) expect(id).toBe(batch.ids[place]);
          else expect(id).toBeGreaterThanOrEqual(4);
        });
      }),
    );
  });

  it('masks 80% of them, replaces 10% by any token, and lets 10% be', () => {
    const batch = padBatch([Int32Array.from({ length: 200_000 }, (_, i) => 5 + (i % 80))]);
    const { texts, positions, targets } = hideTokens(batch, tokens, Random.of(0));
    const [count, shown] = [positions.length, positions.map((place) => texts.ids[place]!)];
    expect(count).toBe(30_000);
    const masked = shown.filter((id) => id === 4).length / count;
    const same = shown.filter((id, i) => id === targets[i]).length / count;
    const within = (share: number, expected: number) =>
      expect(Math.abs(share - expected)).toBeLessThan(6 * Math.sqrt((expected * (1 - expected)) / count));
    within(masked, 0.8);
    within(same, 0.1 + 0.1 / 80);
    expect(new Set(shown).size).toBe(81);
  });
});
