import { Rate } from '../../src/shared/rate';

function rateAt(samples: [seconds: number, done: number][]): Rate {
  let clock = 0;
  const rate = new Rate(10_000, () => clock);
  for (const [seconds, done] of samples) {
    clock = seconds * 1_000;
    rate.add(done);
  }
  return rate;
}

describe('Rate', () => {
  it('is zero until two moments are known', () => {
    expect(rateAt([]).recent).toBe(0);
    expect(rateAt([[0, 50]])).toMatchObject({ recent: 0, measured: { done: 0, seconds: 0 } });
  });

  it('does not count what a resumed job had done before', () => {
    const rate = rateAt([
      [0, 5_000],
      [2, 5_100],
    ]);
    expect(rate.measured).toEqual({ done: 100, seconds: 2 });
    expect(rate.recent).toBe(50);
  });

  it('follows a change of pace within the window, while all of it stays measured', () => {
    const slow = Array.from({ length: 30 }, (_, i): [number, number] => [i, i * 10]);
    const fast = Array.from({ length: 30 }, (_, i): [number, number] => [30 + i, 300 + i * 100]);
    const rate = rateAt([...slow, ...fast]);
    expect(rate.recent).toBeCloseTo(100);
    expect(rate.measured).toEqual({ done: 300 + 2_900, seconds: 59 });
  });

  it('stays right when reports come hundreds of times a second', () => {
    const rate = rateAt(Array.from({ length: 20_000 }, (_, i): [number, number] => [i / 1_000, i]));
    expect(rate.recent).toBeCloseTo(1_000, -1);
  });
});
