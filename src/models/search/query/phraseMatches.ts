import { noDocument, PostingsCursor } from '../postings';
import type { Segment } from '../segments/segment';
import { find } from '../segments/strings';

/** Where a phrase stands in a segment. */
export interface PhraseMatches {
  /** ascending */
  readonly documents: Uint32Array;
  /** `[documents, F]` how often in each field */
  readonly frequencies: Uint32Array;
}

/** @param phrase terms, one or more */
export function phraseMatches(
  { terms, postings }: Segment,
  phrase: readonly string[],
  isLive: (document: number) => boolean,
): PhraseMatches {
  const distinct = [...new Set(phrase)];
  const numbers = distinct.map((term) => find(terms, term));
  const documents: number[] = [];
  const frequencies: number[] = [];
  if (numbers.every((number) => number !== undefined)) {
    const cursors = numbers.map((number) => new PostingsCursor(postings, number));
    // The rarest leads.
    const lead = cursors.reduce((a, b) => (b.count < a.count ? b : a));
    while (lead.document !== noDocument) {
      const target = lead.document;
      for (const cursor of cursors) cursor.advance(target);
      const farthest = cursors.reduce((most, { document }) => Math.max(most, document), target);
      if (farthest > target) {
        lead.advance(farthest);
        continue;
      }
      if (isLive(target)) {
        const places = new Map(
          distinct.map((term, i) => [term, cursors[i]!.positions().map((own) => new Set(own))]),
        );
        const found = Array.from({ length: postings.fields }, (_, field) =>
          occurrences(phrase.map((term) => places.get(term)![field]!)),
        );
        if (found.some((count) => count > 0)) {
          documents.push(target);
          frequencies.push(...found);
        }
      }
      lead.next();
    }
  }
  return { documents: Uint32Array.from(documents), frequencies: Uint32Array.from(frequencies) };
}

/** @param positions of each of the phrase's words in one field */
function occurrences([first, ...others]: readonly ReadonlySet<number>[]): number {
  let found = 0;
  for (const start of first!) if (others.every((own, i) => own.has(start + i + 1))) found++;
  return found;
}
