/** One part of a query, a word or a phrase, going through the documents of a segment that have it. */
export interface Scorer {
  /** where it stands; `noDocument` at the end */
  readonly document: number;
  /** Go to the first document from `target` on; never back. */
  advance(target: number): void;
  /** Go to the next document. */
  next(): void;
  /** What the document gets for it. */
  contribution(): number;
  /**
   * Never less than any contribution from one document up to another, the latter not included, without going there.
   *
   * @param from not before where it stands, unless it stands behind
   */
  boundIn(from: number, to: number): number;
  /** Behind the last document of the block in which a document is or would be. */
  endOfBlock(document: number): number;
}
