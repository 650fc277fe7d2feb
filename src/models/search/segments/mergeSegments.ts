import { fields } from '../document';
import { noDocument, type Postings, PostingsCursor, PostingsWriter, shared } from '../postings';
import { mergeNameTables } from '../suggestions/nameTable';
import { type MergedString, mergeStrings } from './mergeStrings';
import type { Segment } from './segment';
import { type Strings, toStrings } from './strings';

/** A segment to merge; all of it can go to another thread. */
export interface Mergeable {
  readonly segment: Segment;
  /** `[documents]` 1 for those that are gone, else 0 */
  readonly gone: Uint8Array;
}

/** One segment of several, without the documents that are gone. No two live ones have the same id. */
export function mergeSegments(parts: readonly Mergeable[]): Segment {
  const ids: string[] = [];
  const numbers = parts.map(({ segment }) => new Uint32Array(segment.ids.at.length - 1).fill(noDocument));
  const lengths: number[] = [];
  const versions: number[] = [];
  const popularity: number[] = [];
  for (const { string, places } of mergeStrings(parts.map(({ segment }) => segment.ids))) {
    for (const { part, number } of places) {
      const { segment, gone } = parts[part]!;
      if (gone[number] === 1) continue;
      numbers[part]![number] = ids.length;
      ids.push(string);
      versions.push(segment.versions[number]!);
      popularity.push(segment.popularity[number]!);
      for (let f = 0; f < fields.length; f++) lengths.push(segment.lengths[number * fields.length + f]!);
    }
  }
  const all = shared(Uint32Array.from(lengths));
  const merged = (strings: 'terms' | 'keys', postings: 'postings' | 'keyPostings') =>
    mergePostings(
      parts.map(({ segment }, p) => ({
        strings: segment[strings],
        postings: segment[postings],
        numbers: numbers[p]!,
      })),
      all,
    );
  const [terms, keys] = [merged('terms', 'postings'), merged('keys', 'keyPostings')];
  return {
    ids: toStrings(ids),
    versions: shared(Float64Array.from(versions)),
    popularity: shared(Uint32Array.from(popularity)),
    names: mergeNameTables(parts.map(({ segment }, p) => ({ table: segment.names, numbers: numbers[p]! }))),
    lengths: all,
    ...{ terms: terms.strings, postings: terms.postings },
    ...{ keys: keys.strings, keyPostings: keys.postings },
  };
}

interface Part {
  readonly strings: Strings;
  readonly postings: Postings;
  /** of each document its new number; {@link noDocument} where it is gone */
  readonly numbers: Uint32Array;
}

function mergePostings(
  parts: readonly Part[],
  lengths: Uint32Array,
): { strings: Strings; postings: Postings } {
  const { fields: count } = parts[0]!.postings;
  const writer = new PostingsWriter(count, lengths);
  const kept: string[] = [];
  for (const { string, places } of mergeStrings(parts.map(({ strings }) => strings))) {
    if (!writeTerm(writer, parts, places)) continue; // it was in documents that are gone
    writer.endTerm();
    kept.push(string);
  }
  return { strings: toStrings(kept), postings: writer.done() };
}

/** @returns whether any document has the term */
function writeTerm(writer: PostingsWriter, parts: readonly Part[], places: MergedString['places']): boolean {
  const open = places.map(({ part, number }) => {
    const { postings, numbers } = parts[part]!;
    return { cursor: new PostingsCursor(postings, number), numbers, hasFields: postings.fields > 0 };
  });
  const skipGone = ({ cursor, numbers }: (typeof open)[number]) => {
    while (cursor.document !== noDocument && numbers[cursor.document] === noDocument) cursor.next();
  };
  open.forEach(skipGone);
  let written = false;
  for (;;) {
    let first: (typeof open)[number] | undefined;
    let least = noDocument;
    for (const each of open) {
      if (each.cursor.document === noDocument) continue;
      const own = each.numbers[each.cursor.document]!;
      if (own < least) [first, least] = [each, own];
    }
    if (!first) return written;
    writer.add(least, first.hasFields ? first.cursor.positions() : []);
    written = true;
    first.cursor.next();
    skipGone(first);
  }
}
