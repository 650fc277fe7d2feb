/** Lengths that a byte holds as they are. */
const exact = 24;

/**
 * A length as Lucene has it, which stores it in one byte: exact below 40, of larger ones the four highest bits of what is
 * above 24. Never more than the length, and growing with it.
 */
export function byteLength(length: number): number {
  const above = length - exact;
  if (above < 16) return length;
  const dropped = 28 - Math.clz32(above);
  return exact + (above >>> dropped) * 2 ** dropped;
}
