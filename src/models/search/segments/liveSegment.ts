import { fields } from '../document';
import { noDocument, type Postings, PostingsCursor } from '../postings';
import { documentCount, type Segment } from './segment';
import { find } from './strings';

/** A segment, of whose documents some may be gone. */
export class LiveSegment {
  readonly count: number;
  /** words in each field of the documents that are there */
  readonly words: number[];
  /** `[documents]` 1 for those that are gone, else 0 */
  readonly gone: Uint8Array;
  live: number;
  /** ascending; undefined until it is asked for: many may go one after another */
  private goneList: number[] | undefined;
  private readonly counts = new Map<number, number>();

  constructor(readonly segment: Segment) {
    this.count = documentCount(segment);
    this.live = this.count;
    this.gone = new Uint8Array(this.count);
    this.words = fields.map(() => 0);
    segment.lengths.forEach((length, i) => (this.words[i % fields.length]! += length));
  }

  isLive = (document: number): boolean => this.gone[document] === 0;

  /** @returns the document's number, or undefined when it is not there */
  documentOf(id: string): number | undefined {
    const found = find(this.segment.ids, id);
    return found !== undefined && this.isLive(found) ? found : undefined;
  }

  /** @param document one that is there */
  remove(document: number): void {
    this.gone[document] = 1;
    this.live--;
    this.goneList = undefined;
    this.counts.clear();
    fields.forEach((_, f) => (this.words[f]! -= this.segment.lengths[document * fields.length + f]!));
  }

  /** How many documents that are there have a term. */
  documentsWith(term: number): number {
    const known = this.counts.get(term);
    if (known !== undefined) return known;
    const found = this.segment.postings.documents[term]! - this.goneWith(this.segment.postings, term);
    if (this.live < this.count) this.counts.set(term, found);
    return found;
  }

  private goneWith(postings: Postings, term: number): number {
    if (this.live === this.count) return 0;
    this.goneList ??= Array.from(this.gone.keys()).filter((document) => this.gone[document] === 1);
    const cursor = new PostingsCursor(postings, term);
    let found = 0;
    for (const document of this.goneList) {
      cursor.advance(document);
      if (cursor.document === document) found++;
      if (cursor.document === noDocument) break;
    }
    return found;
  }
}
