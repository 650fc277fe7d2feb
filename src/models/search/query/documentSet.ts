import { noDocument, type Postings, PostingsCursor } from '../postings';
import type { LiveSegment } from '../segments/liveSegment';
import { find } from '../segments/strings';

/** Documents of a segment: 1 for those that are in, else 0. */
export type DocumentSet = Uint8Array;

/** @param keys groups of keys; a document must have one of each group */
export function withKeys(
  { count, segment, isLive }: LiveSegment,
  keys: readonly (readonly string[])[],
): DocumentSet {
  const found = Uint8Array.from({ length: count }, (_, document) => Number(isLive(document)));
  for (const group of keys) {
    const some = new Uint8Array(count);
    for (const key of group) addHaving(some, segment.keyPostings, find(segment.keys, key));
    for (let document = 0; document < count; document++) found[document]! &= some[document]!;
  }
  return found;
}

/** Add the documents that have a term; none for one that is not there. */
export function addHaving(set: DocumentSet, postings: Postings, term: number | undefined): void {
  if (term === undefined) return;
  const cursor = new PostingsCursor(postings, term);
  for (; cursor.document !== noDocument; cursor.next()) set[cursor.document] = 1;
}

/** Leave those that are in both. */
export function intersect(set: DocumentSet, documents: Uint32Array): void {
  let from = 0;
  for (const document of documents) {
    set.fill(0, from, document);
    from = document + 1;
  }
  set.fill(0, from);
}

export function sizeOf(set: DocumentSet): number {
  return set.reduce((sum, own) => sum + own, 0);
}

/** How many of a set have a term. */
export function countHaving(set: DocumentSet, postings: Postings, term: number): number {
  let found = 0;
  const cursor = new PostingsCursor(postings, term);
  for (; cursor.document !== noDocument; cursor.next()) found += set[cursor.document]!;
  return found;
}
