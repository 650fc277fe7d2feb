import { setTimeout as sleep } from 'node:timers/promises';
import { PendingCalls } from '../../src/shared/calls';

describe('calls that wait', () => {
  it('may wait for long while others are answered, and end where none is', async () => {
    const end = jest.fn(() => calls.failFirst(new Error('too slow')));
    const calls: PendingCalls = new PendingCalls({ afterMs: 200, end });
    const [first, second, third] = [calls.begin<string>(), calls.begin<string>(), calls.begin<string>()];
    for (const { call, result } of [first, second]) {
      await sleep(130);
      calls.settle({ call, result: `answer ${call}` });
      expect(await result).toBe(`answer ${call}`);
    }
    expect(end).not.toHaveBeenCalled();
    await expect(third.result).rejects.toThrow('too slow');
    expect(end).toHaveBeenCalledTimes(1);
    await sleep(250);
    expect(end).toHaveBeenCalledTimes(1); // none waits
  });
});
