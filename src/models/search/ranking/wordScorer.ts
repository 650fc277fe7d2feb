import { noDocument, type Postings, PostingsCursor } from '../postings';
import type { Bm25f } from './bm25f';
import type { Scorer } from './scorer';

/** A word of a query. */
export class WordScorer implements Scorer {
  private readonly cursor: PostingsCursor;

  /** @param weight idf, times how often the query has the word */
  constructor(
    private readonly postings: Postings,
    term: number,
    private readonly lengths: Uint32Array,
    private readonly bm25f: Bm25f,
    private readonly weight: number,
  ) {
    this.cursor = new PostingsCursor(postings, term);
  }

  get document(): number {
    return this.cursor.document;
  }

  advance(target: number): void {
    this.cursor.advance(target);
  }

  next(): void {
    this.cursor.next();
  }

  contribution(): number {
    const { cursor } = this;
    const at = cursor.frequenciesAtDocument();
    return this.weight * this.bm25f.saturated(cursor.frequencies, at, this.lengths, cursor.document);
  }

  boundIn(from: number, to: number): number {
    const { cursor, postings } = this;
    if (cursor.document >= to) return 0;
    const { greatestFrequency, leastLength, fields, lastDocument } = postings;
    let most = 0;
    for (let block = cursor.blockOf(from); block <= cursor.lastBlock; block++) {
      most = Math.max(most, this.bm25f.bound(greatestFrequency, leastLength, block * fields));
      if (lastDocument[block]! >= to - 1) break;
    }
    return this.weight * most;
  }

  endOfBlock(document: number): number {
    const { cursor, postings } = this;
    const block = cursor.blockOf(document);
    return block > cursor.lastBlock ? noDocument : postings.lastDocument[block]! + 1;
  }
}
