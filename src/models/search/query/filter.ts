import type { LiveSegment } from '../segments/liveSegment';
import { find } from '../segments/strings';
import { addHaving, type DocumentSet } from './documentSet';

/** Groups of keys; a document must have one of each group. */
export type KeyFilter = readonly (readonly string[])[];

/** Which documents may be found; all where nothing is said. */
export interface DocumentFilter {
  readonly keys?: KeyFilter;
  /** ids: these alone */
  readonly only?: readonly string[];
  /** ids: all but these */
  readonly without?: readonly string[];
}

export function isOpen({ keys, only, without }: DocumentFilter): boolean {
  return !keys?.length && !only && !without?.length;
}

/** The documents of a segment that are there and pass. */
export function passing(live: LiveSegment, { keys = [], only, without = [] }: DocumentFilter): DocumentSet {
  const { count, segment, gone } = live;
  const found = new Uint8Array(count);
  if (only) setAll(live, only, found, 1);
  else for (let document = 0; document < count; document++) found[document] = 1 - gone[document]!;
  setAll(live, without, found, 0);
  for (const group of keys) {
    const some = new Uint8Array(count);
    for (const key of group) addHaving(some, segment.keyPostings, find(segment.keys, key));
    for (let document = 0; document < count; document++) found[document]! &= some[document]!;
  }
  return found;
}

function setAll(live: LiveSegment, ids: readonly string[], set: DocumentSet, value: 0 | 1): void {
  for (const id of ids) {
    const document = live.documentOf(id);
    if (document !== undefined) set[document] = value;
  }
}
