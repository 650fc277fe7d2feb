import { scheduleFactor } from '../../../src/models/training/schedule';

describe('scheduleFactor', () => {
  const over = (steps: number, share = 0.2) =>
    Array.from({ length: steps }, (_, step) => scheduleFactor('linear-warmup-decay', step, steps, share));

  it('grows to 1 over a fifth of the steps, then falls to almost 0', () => {
    expect(over(10)).toEqual([0.5, 1, 1, 7 / 8, 6 / 8, 5 / 8, 4 / 8, 3 / 8, 2 / 8, 1 / 8]);
  });

  it.each([1, 2, 3])('never stands still or leaves (0, 1], also over %p steps', (steps) => {
    for (const share of [0, 0.2, 1]) {
      for (const factor of over(steps, share)) expect(factor > 0 && factor <= 1).toBe(true);
    }
  });

  it('is 1 throughout for "none"', () => {
    expect(scheduleFactor('none', 7, 10, 0.2)).toBe(1);
  });
});
