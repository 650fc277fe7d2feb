import { setTimeout as sleep } from 'node:timers/promises';
import { endedAtOnce } from '../../src/api/resolvers/endedAtOnce';

async function* counting(signal: AbortSignal, told: (event: string) => void): AsyncGenerator<number> {
  try {
    for (let i = 0; !signal.aborted; i++) {
      yield i;
      await sleep(60_000, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    told('ended');
  }
}

describe('a subscription', () => {
  it('ends while it waits, as soon as its client has gone', async () => {
    const told = jest.fn();
    const values = endedAtOnce((signal) => counting(signal, told));
    expect(await values.next()).toEqual({ done: false, value: 0 });
    const next = values.next();
    await sleep(10);
    expect(await values.return!()).toMatchObject({ done: true });
    expect(await next).toMatchObject({ done: true });
    expect(told).toHaveBeenCalledWith('ended');
  });

  it('ends with its generator', async () => {
    const seen: number[] = [];
    const three = async function* () {
      yield* [1, 2, 3];
    };
    for await (const value of endedAtOnce(three)) seen.push(value);
    expect(seen).toEqual([1, 2, 3]);
  });
});
