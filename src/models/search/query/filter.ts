import type { LiveSegment } from '../segments/liveSegment';
import { find } from '../segments/strings';
import { addHaving, type DocumentSet, intersect } from './documentSet';
import { phraseMatches } from './phraseMatches';

/** Groups of keys; a document must have one of each group. */
export type KeyFilter = readonly (readonly string[])[];

/** Which documents may be found; all where nothing is said. */
export interface DocumentFilter {
  readonly keys?: KeyFilter;
  /** analysed words that must stand so, one after another, in some field */
  readonly phrases?: readonly (readonly string[])[];
  /** ids: these alone */
  readonly only?: readonly string[];
  /** ids: all but these */
  readonly without?: readonly string[];
}

export function isOpen({ keys, phrases, only, without }: DocumentFilter): boolean {
  return !keys?.length && !phrases?.length && !only && !without?.length;
}

/** The documents of a segment that are there and pass. */
export function passing(
  live: LiveSegment,
  { keys = [], phrases = [], only, without = [] }: DocumentFilter,
): DocumentSet {
  const { count, segment, gone, isLive } = live;
  const found = new Uint8Array(count);
  if (only) setAll(live, only, found, 1);
  else for (let document = 0; document < count; document++) found[document] = 1 - gone[document]!;
  setAll(live, without, found, 0);
  for (const group of keys) {
    const some = new Uint8Array(count);
    for (const key of group) addHaving(some, segment.keyPostings, find(segment.keys, key));
    for (let document = 0; document < count; document++) found[document]! &= some[document]!;
  }
  for (const phrase of phrases) intersect(found, phraseMatches(segment, phrase, isLive).documents);
  return found;
}

function setAll(live: LiveSegment, ids: readonly string[], set: DocumentSet, value: 0 | 1): void {
  for (const id of ids) {
    const document = live.documentOf(id);
    if (document !== undefined) set[document] = value;
  }
}
