/** One part of a query, a word or a phrase, going through the documents of a segment that have it. */
export interface Scorer {
  /** where it stands; `noDocument` at the end */
  readonly document: number;
  /** Go to the first document from `target` on; never back. */
  advance(target: number): void;
  /** What the document gets for it. */
  contribution(): number;
  /** never less than any contribution */
  readonly bound: number;
  /** Look at the documents around `target`, from where it stands on, without going there. */
  look(target: number): void;
  /** never less than any contribution from the looked-at target to {@link until} */
  readonly boundHere: number;
  readonly until: number;
}
