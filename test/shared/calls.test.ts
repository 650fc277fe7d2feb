import { PendingCalls } from '../../src/shared/calls';

describe('calls that wait', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('may wait for long while others are answered, and end where none is', async () => {
    const end = jest.fn(() => calls.failFirst(new Error('too slow')));
    const calls: PendingCalls = new PendingCalls({ afterMs: 200, end });
    const [first, second, third] = [calls.begin<string>(), calls.begin<string>(), calls.begin<string>()];
    const refused = expect(third.result).rejects.toThrow('too slow');
    for (const { call, result } of [first, second]) {
      jest.advanceTimersByTime(199);
      calls.settle({ call, result: `answer ${call}` });
      expect(await result).toBe(`answer ${call}`);
    }
    expect(end).not.toHaveBeenCalled();
    jest.advanceTimersByTime(200);
    await refused;
    jest.advanceTimersByTime(1_000); // none waits
    expect(end).toHaveBeenCalledTimes(1);
  });
});
