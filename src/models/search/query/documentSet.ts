import { noDocument, type Postings, PostingsCursor } from '../postings';

/** Documents of a segment: 1 for those that are in, else 0. */
export type DocumentSet = Uint8Array;

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
  let size = 0;
  for (let document = 0; document < set.length; document++) size += set[document]!;
  return size;
}

/** How many of a set have a term. */
export function countHaving(set: DocumentSet, postings: Postings, term: number): number {
  let found = 0;
  const cursor = new PostingsCursor(postings, term);
  for (; cursor.document !== noDocument; cursor.next()) found += set[cursor.document]!;
  return found;
}
