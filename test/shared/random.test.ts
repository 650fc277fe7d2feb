import { Random } from '../../src/shared/random';

describe('Random', () => {
  const draw = (random: Random, count = 5): number[] => Array.from({ length: count }, () => random.next());

  it('is the same for the same path, on every machine, and another for every other path', () => {
    expect(draw(Random.of(7, 'negatives', 3))).toEqual(draw(Random.of(7, 'negatives', 3)));
    const paths = [[7, 'negatives', 4], [8, 'negatives', 3], [7, 'epoch', 3], [7]] as const;
    for (const [seed, ...path] of paths) {
      expect(draw(Random.of(seed, ...path))).not.toEqual(draw(Random.of(7, 'negatives', 3)));
    }
    expect(draw(Random.of(0, 'pinned'), 3)).toEqual([19966407, 844067094, 2722283423]);
  });

  it('is uniform below a bound', () => {
    const random = Random.of(1, 'uniform');
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[random.below(7)]!++;
    // Six standard deviations of a binomial count of mean 10,000.
    for (const count of counts)
      expect(Math.abs(count - 10_000)).toBeLessThan(6 * Math.sqrt(70_000 * (1 / 7) * (6 / 7)));
    const mean =
      Array.from({ length: 10_000 }, () => random.uniform()).reduce((sum, value) => sum + value) / 10_000;
    expect(Math.abs(mean - 0.5)).toBeLessThan(6 / Math.sqrt(12 * 10_000));
  });

  it.each([0, -1, NaN])('draws nothing below %p', (bound) => {
    expect(() => Random.of(0).below(bound)).toThrow(/Nothing can be drawn/);
  });

  it('shuffles every order about equally often', () => {
    const random = Random.of(2, 'shuffle');
    const counts = new Map<string, number>();
    for (let i = 0; i < 6_000; i++) {
      const order = random.shuffle([0, 1, 2]).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values())
      expect(Math.abs(count - 1_000)).toBeLessThan(6 * Math.sqrt(6_000 * (1 / 6) * (5 / 6)));
  });
});
