import { shared } from '../postings';

/** Strings in one run of bytes, to be saved and loaded at once. Numbered from 0; UTF-8. */
export interface Strings {
  readonly bytes: Uint8Array;
  /** `[strings + 1]` where each begins */
  readonly at: Uint32Array;
}

export function toStrings(all: readonly string[]): Strings {
  const at = new Uint32Array(all.length + 1);
  let bytes = Buffer.alloc(1 << 12);
  all.forEach((text, i) => {
    const start = at[i]!;
    // A UTF-16 unit takes three bytes of UTF-8 at most.
    if (start + 3 * text.length > bytes.length)
      bytes = Buffer.concat([bytes], Math.max(2 * bytes.length, start + 3 * text.length));
    at[i + 1] = start + bytes.write(text, start);
  });
  return { bytes: shared(new Uint8Array(bytes.buffer, bytes.byteOffset, at.at(-1))), at: shared(at) };
}

export function stringAt({ bytes, at }: Strings, i: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at[i]!, at[i + 1]! - at[i]!).toString();
}

/** In the order of {@link find}: that of UTF-8 bytes, which is that of code points. */
export function compareStrings(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return inOrder(x) - inOrder(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points behind all others. */
function inOrder(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** @returns the number of a string among sorted ones, or undefined */
export function find(sorted: Strings, wanted: string): number | undefined {
  const place = firstFrom(sorted, wanted);
  return place < sorted.at.length - 1 && stringAt(sorted, place) === wanted ? place : undefined;
}

/** The number of the first of the sorted strings that is not before the wanted one. */
export function firstFrom({ bytes, at }: Strings, wanted: string): number {
  const own = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const target = Buffer.from(wanted);
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (own.compare(target, 0, target.length, at[middle], at[middle + 1]) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
