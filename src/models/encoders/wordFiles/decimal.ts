/** Digits of a whole number that a double holds exactly, whatever they are. */
const mostDigits = 15;
/** Powers of ten that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

const [zero, nine, point, minus] = [0x30, 0x39, 0x2e, 0x2d];

/**
 * The number written in ASCII at `bytes[start … end − 1]`, the same that `Number` reads. A file of word vectors has
 * millions of them, nearly all of few digits: digits and power of ten are exact then, and their quotient is the nearest
 * double (Clinger 1990), without a string for each.
 *
 * @returns NaN for what is no decimal number
 */
export function decimal(bytes: Buffer, start: number, end: number): number {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  if (end - first > mostDigits || bytes[first] === point) return spelt(bytes, start, end);
  let digits = 0;
  let places = -1;
  for (let at = first; at < end; at++) {
    const sign = bytes[at]!;
    if (sign >= zero && sign <= nine) {
      digits = digits * 10 + (sign - zero);
      if (places >= 0) places++;
    } else if (sign === point && places < 0) places = 0;
    else return spelt(bytes, start, end);
  }
  if (end === first) return NaN;
  const value = places > 0 ? digits / powers[places]! : digits;
  return isNegative ? -value : value;
}

/** `Number` takes more than decimal numbers: an empty text, "0x1f", "Infinity". */
function spelt(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, end);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}
