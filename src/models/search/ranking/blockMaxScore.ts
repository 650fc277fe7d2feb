import { noDocument } from '../postings';
import type { Scorer } from './scorer';
import type { TopDocuments } from './topDocuments';

/** Documents that are gone through at once: up to the nearest end of a block, but some at least. */
const windowSize = 2048;
const leastWindow = 256;

/** A part of the query, in one window. */
interface Part {
  readonly scorer: Scorer;
  /** `[windowSize]` what each document of the window gets for it */
  readonly contributions: Float64Array;
  /** never less than any of them */
  bound: number;
}

/**
 * Offer a segment's best documents, leaving out those whose bounds say that they cannot be among the best: MaxScore
 * (Turtle and Flood 1995, "Query evaluation: strategies and optimizations") with the bounds of blocks (Ding and Suel 2011,
 * "Faster top-k document retrieval using block-max indexes"), window after window. In each, the parts that together could
 * bring no document among the best are only looked at for those that others have found. What it ends with is exactly what
 * scoring every document ends with.
 *
 * @param scorers in the query's order, in which contributions are added
 * @param accepts whether a document is asked for and still there
 */
export function blockMaxScore(
  scorers: readonly Scorer[],
  segment: number,
  accepts: (document: number) => boolean,
  best: TopDocuments,
): void {
  const parts = scorers
    .filter(({ document }) => document !== noDocument)
    .map((scorer, i): Part => ({ scorer, contributions: scratch(i), bound: 0 }));
  for (;;) {
    const from = parts.reduce((least, { scorer }) => Math.min(least, scorer.document), noDocument);
    if (from === noDocument) return;
    const to = windowEnd(parts, from);
    let sum = 0;
    for (const part of parts) sum += part.bound = part.scorer.boundIn(from, to);
    if (best.couldEnter(sum)) {
      const order = [...parts].sort((a, b) => a.bound - b.bound);
      const weak = weakOf(order, best);
      found.clear();
      for (const part of order.slice(weak.length)) collect(part, from, to, found);
      offerFound(
        { parts, weak, strong: order.slice(weak.length) },
        from,
        found,
        (document, score) => {
          if (accepts(document)) best.offer({ segment, document, score });
        },
        best,
      );
    }
    for (const { scorer } of parts) scorer.advance(to);
  }
}

function windowEnd(parts: readonly Part[], from: number): number {
  const end = parts.reduce((least, { scorer }) => Math.min(least, scorer.endOfBlock(from)), noDocument);
  return Math.min(Math.max(end, from + leastWindow), from + windowSize, noDocument);
}

/** The first parts that together cannot bring a document among the best. */
function weakOf(order: readonly Part[], best: TopDocuments): Part[] {
  const weak: Part[] = [];
  let sum = 0;
  for (const part of order) {
    sum += part.bound;
    if (best.couldEnter(sum)) break;
    weak.push(part);
  }
  return weak;
}

function collect({ scorer, contributions }: Part, from: number, to: number, found: FoundInWindow): void {
  for (; scorer.document < to; scorer.next()) {
    const place = scorer.document - from;
    contributions[place] = scorer.contribution();
    found.add(place);
  }
}

interface Parts {
  /** all, in the query's order */
  readonly parts: readonly Part[];
  readonly weak: readonly Part[];
  readonly strong: readonly Part[];
}

function offerFound(
  { parts, weak, strong }: Parts,
  from: number,
  found: FoundInWindow,
  offer: (document: number, score: number) => void,
  best: TopDocuments,
): void {
  const restOfAll = weak.reduce((sum, { bound }) => sum + bound, 0);
  for (const place of found.ascending()) {
    let score = 0;
    for (let i = 0; i < strong.length; i++) score += strong[i]!.contributions[place]!;
    let rest = restOfAll;
    for (let i = weak.length - 1; i >= 0 && best.couldEnter(score + rest); i--) {
      const { scorer, contributions, bound } = weak[i]!;
      scorer.advance(from + place);
      if (scorer.document === from + place) score += contributions[place] = scorer.contribution();
      rest -= bound;
    }
    if (best.couldEnter(score + rest)) {
      // In the query's order, so that sums of the same contributions are the same to the last bit.
      let sum = 0;
      for (let i = 0; i < parts.length; i++) sum += parts[i]!.contributions[place]!;
      offer(from + place, sum);
    }
    for (let i = 0; i < parts.length; i++) parts[i]!.contributions[place] = 0;
  }
}

/** Numbers that are zero between windows, and so between searches: no two searches are under way at once. */
const scratches: Float64Array[] = [];

function scratch(part: number): Float64Array {
  return (scratches[part] ??= new Float64Array(windowSize));
}

/** Places in a window that some part has found. */
class FoundInWindow {
  private count = 0;
  private isAscending = true;
  private readonly places = new Uint16Array(windowSize);
  private readonly isThere = new Uint8Array(windowSize);

  add(place: number): void {
    if (this.isThere[place] === 1) return;
    this.isThere[place] = 1;
    if (this.count > 0 && place < this.places[this.count - 1]!) this.isAscending = false;
    this.places[this.count++] = place;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.isThere[this.places[i]!] = 0;
    this.count = 0;
    this.isAscending = true;
  }

  ascending(): Uint16Array {
    const found = this.places.subarray(0, this.count);
    return this.isAscending ? found : found.sort();
  }
}

const found = new FoundInWindow();
