import fc from 'fast-check';
import { fitting } from '../../../src/models/encoders/fitting';

describe('fitting', () => {
  it('gives what cutting the longest by one, again and again, gives', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 4, max: 40 }), (given, limit) => {
        const expected = [...given];
        const sum = () => expected.reduce((total, length) => total + length, 0);
        // Of equal ones the last is cut first.
        while (sum() > limit) expected[expected.lastIndexOf(Math.max(...expected))]!--;
        expect(fitting(given, limit)).toEqual(expected);
      }),
    );
  });

  it('leaves a part its first token even where there is no room', () => {
    expect(fitting([3, 2], 1)).toEqual([1, 1]);
  });
});
