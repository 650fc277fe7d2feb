import { shared } from '../postings';

/** Strings in one run of bytes, to be saved and loaded at once. Numbered from 0; UTF-8. */
export interface Strings {
  readonly bytes: Uint8Array;
  /** `[strings + 1]` where each begins */
  readonly at: Uint32Array;
}

export function toStrings(all: readonly string[]): Strings {
  const parts = all.map((text) => Buffer.from(text));
  const at = new Uint32Array(all.length + 1);
  parts.forEach((part, i) => (at[i + 1] = at[i]! + part.length));
  return { bytes: shared(new Uint8Array(Buffer.concat(parts))), at: shared(at) };
}

export function stringAt({ bytes, at }: Strings, i: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + at[i]!, at[i + 1]! - at[i]!).toString();
}

/** In the order of {@link find}: by their bytes. */
export function compareStrings(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
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
