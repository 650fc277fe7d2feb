import type { Strings } from './strings';

/** A string, and in which of the merged parts it has which number. */
export interface MergedString {
  readonly string: string;
  readonly places: readonly { readonly part: number; readonly number: number }[];
}

/** The strings of several sorted parts in order, each once. */
export function* mergeStrings(parts: readonly Strings[]): Generator<MergedString> {
  const heads = parts.map((strings, part) => ({ part, number: 0, text: headOf(strings, 0) }));
  for (;;) {
    let first: Buffer | undefined;
    for (const { text } of heads) if (text && (!first || Buffer.compare(text, first) < 0)) first = text;
    if (!first) return;
    const found = heads.filter(({ text }) => text && Buffer.compare(text, first) === 0);
    const places = found.map(({ part, number }) => ({ part, number }));
    yield { string: first.toString(), places };
    for (const head of found) head.text = headOf(parts[head.part]!, ++head.number);
  }
}

function headOf(strings: Strings, number: number): Buffer | undefined {
  const { bytes, at } = strings;
  if (number >= at.length - 1) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset + at[number]!, at[number + 1]! - at[number]!);
}
