import { noDocument } from '../postings';
import type { PhraseMatches } from '../query/phraseMatches';
import type { Bm25f } from './bm25f';
import type { Scorer } from './scorer';

/** A phrase of a query: it scores as a word would that stood where the phrase stands. */
export class PhraseScorer implements Scorer {
  private place = 0;
  private readonly fields: number;

  /** @param weight the phrase's idf: the most that any of its frequencies can give */
  constructor(
    readonly matches: PhraseMatches,
    private readonly lengths: Uint32Array,
    private readonly bm25f: Bm25f,
    private readonly weight: number,
  ) {
    this.fields = matches.frequencies.length / Math.max(1, matches.documents.length);
  }

  get document(): number {
    return this.matches.documents[this.place] ?? noDocument;
  }

  advance(target: number): void {
    while (this.document < target) this.place++;
  }

  next(): void {
    this.place++;
  }

  contribution(): number {
    const { matches, place, fields } = this;
    return (
      this.weight * this.bm25f.saturated(matches.frequencies, place * fields, this.lengths, this.document)
    );
  }

  boundIn(_from: number, to: number): number {
    return this.document < to ? this.weight : 0;
  }

  endOfBlock(): number {
    return noDocument;
  }
}
