import { noDocument } from '../postings';
import type { PhraseMatches } from '../query/phraseMatches';
import type { Bm25f } from './bm25f';
import type { Scorer } from './scorer';

/** A phrase of a query: it scores as a word would that stood where the phrase stands. */
export class PhraseScorer implements Scorer {
  readonly until = noDocument;
  private place = 0;
  private readonly frequency: (field: number) => number;

  /** @param bound the phrase's idf: the most that any of its frequencies can give */
  constructor(
    readonly matches: PhraseMatches,
    private readonly lengths: Uint32Array,
    private readonly bm25f: Bm25f,
    readonly bound: number,
  ) {
    const count = matches.frequencies.length / Math.max(1, matches.documents.length);
    this.frequency = (field) => matches.frequencies[this.place * count + field]!;
  }

  get document(): number {
    return this.matches.documents[this.place] ?? noDocument;
  }

  get boundHere(): number {
    return this.bound;
  }

  look(): void {}

  advance(target: number): void {
    while (this.document < target) this.place++;
  }

  contribution(): number {
    return this.bound * this.bm25f.saturated(this.frequency, this.lengths, this.document);
  }
}
