import { thinned } from '../../../src/services/models/curve';

const curve = (length: number) => Array.from({ length }, (_, step) => ({ step, loss: 1, metrics: {} }));

describe('a curve that is thinned', () => {
  it.each([
    [0, 0],
    [1, 1],
    [100, 100],
    [101, 51],
    [12_345, 100],
  ])('of %d validations has %d, evenly apart, and ends with the last', (length, shown) => {
    const steps = thinned(curve(length)).map(({ step }) => step);
    expect(steps).toHaveLength(shown);
    if (length > 0) expect(steps.at(-1)).toBe(length - 1);
    expect(new Set(steps.slice(1).map((step, i) => step - steps[i]!)).size).toBeLessThanOrEqual(1);
  });
});
