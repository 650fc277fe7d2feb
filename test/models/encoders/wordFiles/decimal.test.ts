import fc from 'fast-check';
import { decimal } from '../../../../src/models/encoders/wordFiles/decimal';

const read = (text: string): number => {
  const bytes = Buffer.from(`x ${text} y`);
  return decimal(bytes, 2, bytes.length - 2);
};

describe('decimal', () => {
  it('reads what Number reads, bit for bit, however a number is written', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    const few = fc.tuple(fc.integer(), fc.nat(12)).map(([digits, places]) => digits / 10 ** places);
    const written = fc.oneof(
      fc.tuple(few, fc.integer({ min: 1, max: 9 })).map(([value, digits]) => value.toPrecision(digits)),
      fc.tuple(few, fc.nat(12)).map(([value, places]) => value.toFixed(places)),
      double.map(String),
      double.map((value) => value.toExponential()),
    );
    fc.assert(
      fc.property(written, (text) => {
        expect(read(text)).toBe(Number(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '0',
    '-0',
    '.5',
    '5.',
    '-.5',
    '+1.5',
    '1e-7',
    '123456789012345',
    '1234567890123456',
    '0.1',
    '-0.30000000000000004',
  ])('reads %s', (text) => expect(read(text)).toBe(Number(text)));

  it.each(['', '-', '.', '1.2.3', '0x1f', 'Infinity', 'nan', '1,5', '1e', '--1', 'dog', '１'])(
    'finds no number in %j',
    (text) => expect(read(text)).toBeNaN(),
  );
});
