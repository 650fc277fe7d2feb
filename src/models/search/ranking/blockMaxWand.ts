import { noDocument } from '../postings';
import type { Scorer } from './scorer';
import type { TopDocuments } from './topDocuments';

/**
 * Offer a segment's best documents, leaving out those whose bounds say that they cannot be among the best: block-max
 * WAND (Ding and Suel 2011, "Faster top-k document retrieval using block-max indexes"). What it ends with is exactly what
 * scoring every document ends with.
 *
 * @param scorers in the query's order, in which contributions are added
 * @param accepts whether a document is asked for and still there
 */
export function blockMaxWand(
  scorers: readonly Scorer[],
  segment: number,
  accepts: (document: number) => boolean,
  best: TopDocuments,
): void {
  const open = scorers.filter(({ document }) => document !== noDocument);
  while (open.length > 0) {
    sortByDocument(open);
    while (open.at(-1)?.document === noDocument) open.pop();
    const pivot = pivotOf(open, best);
    if (pivot === undefined) return;
    const { document } = open[pivot]!;
    let boundHere = 0;
    let until = pivot + 1 < open.length ? open[pivot + 1]!.document - 1 : noDocument - 1;
    for (let i = 0; i <= pivot; i++) {
      open[i]!.look(document);
      boundHere += open[i]!.boundHere;
      until = Math.min(until, open[i]!.until);
    }
    if (!best.couldEnter(boundHere)) {
      // Up to there no document has more words than these, nor more of them.
      for (let i = 0; i <= pivot; i++) open[i]!.advance(Math.min(until + 1, noDocument));
    } else if (open[0]!.document === document) {
      if (accepts(document)) best.offer({ segment, document, score: scoreOf(scorers, document) });
      for (let i = 0; i <= pivot; i++) open[i]!.advance(document + 1);
    } else {
      for (let i = 0; i < pivot && open[i]!.document < document; i++) open[i]!.advance(document);
    }
  }
}

/** The last of the first scorers that together could bring a document among the best. */
function pivotOf(open: readonly Scorer[], best: TopDocuments): number | undefined {
  let sum = 0;
  for (let i = 0; i < open.length; i++) {
    sum += open[i]!.bound;
    if (!best.couldEnter(sum)) continue;
    while (i + 1 < open.length && open[i + 1]!.document === open[i]!.document) i++;
    return i;
  }
  return undefined;
}

function scoreOf(scorers: readonly Scorer[], document: number): number {
  let score = 0;
  for (let i = 0; i < scorers.length; i++)
    if (scorers[i]!.document === document) score += scorers[i]!.contribution();
  return score;
}

/** By insertion: they are nearly in order. */
function sortByDocument(scorers: Scorer[]): void {
  for (let i = 1; i < scorers.length; i++) {
    const own = scorers[i]!;
    let place = i;
    for (; place > 0 && scorers[place - 1]!.document > own.document; place--)
      scorers[place] = scorers[place - 1]!;
    scorers[place] = own;
  }
}
