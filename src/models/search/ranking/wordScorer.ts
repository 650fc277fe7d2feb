import { noDocument, type Postings, PostingsCursor } from '../postings';
import type { Bm25f } from './bm25f';
import type { Scorer } from './scorer';

/** A word of a query. */
export class WordScorer implements Scorer {
  readonly bound: number;
  boundHere = 0;
  until = -1;

  /** Up to {@link until}, what was looked at. */
  private from = 0;
  private readonly cursor: PostingsCursor;
  private readonly firstBlock: number;
  private readonly bounds: Float64Array;
  private readonly frequency: (field: number) => number;

  /** @param weight idf, times how often the query has the word */
  constructor(
    private readonly postings: Postings,
    term: number,
    private readonly lengths: Uint32Array,
    private readonly bm25f: Bm25f,
    private readonly weight: number,
  ) {
    this.cursor = new PostingsCursor(postings, term);
    this.frequency = (field) => this.cursor.frequency(field);
    this.firstBlock = postings.firstBlock[term]!;
    const { greatestFrequency, leastLength, fields } = postings;
    this.bounds = new Float64Array(postings.firstBlock[term + 1]! - this.firstBlock);
    let bound = 0;
    for (let block = 0; block < this.bounds.length; block++) {
      const at = (this.firstBlock + block) * fields;
      this.bounds[block] = weight * bm25f.bound(greatestFrequency, leastLength, at);
      bound = Math.max(bound, this.bounds[block]!);
    }
    this.bound = bound;
  }

  get document(): number {
    return this.cursor.document;
  }

  advance(target: number): void {
    this.cursor.advance(target);
  }

  contribution(): number {
    return this.weight * this.bm25f.saturated(this.frequency, this.lengths, this.cursor.document);
  }

  look(target: number): void {
    if (target >= this.from && target <= this.until) return;
    const block = this.cursor.blockOf(target) - this.firstBlock;
    const isBehind = block === this.bounds.length;
    this.from = target;
    this.until = isBehind ? noDocument : this.postings.lastDocument[this.firstBlock + block]!;
    this.boundHere = isBehind ? 0 : this.bounds[block]!;
  }
}
