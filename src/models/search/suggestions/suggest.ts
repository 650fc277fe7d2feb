import type { LiveSegment } from '../segments/liveSegment';
import type { SegmentSet } from '../segments/segmentSet';
import { foldedName } from './nameTable';
import { nearPrefixes, withPrefix } from './nearPrefixes';

/** A document that somebody may mean who has typed the beginning of a name. */
interface Suggested {
  readonly document: number;
  readonly edits: number;
  /** place in `entryKinds` */
  readonly kind: number;
  readonly popularity: number;
  /** of the entry, in bytes */
  readonly length: number;
}

/** Characters from which on a typing error is forgiven, and two. */
const oneError = 4;
const twoErrors = 8;

/**
 * Ids of what somebody may mean who has typed the beginning of a name or of a word in one: the closest first, of like ones
 * the more popular. Typing errors are forgiven where too few begin with it as it is.
 */
export function suggest(set: SegmentSet, typed: string, first: number): string[] {
  if (foldedName(typed).trim() === '') return [];
  const exact = suggested(set, typed, 0);
  const all = exact.length >= first ? exact : suggested(set, typed, errorsForgiven(typed));
  return all.slice(0, first);
}

function suggested(set: SegmentSet, typed: string, edits: number): string[] {
  const all = set.all.flatMap((live, segment) =>
    suggestIn(live, typed, edits).map((own) => ({ ...own, segment })),
  );
  return all
    .sort((a, b) => compareSuggested(a, b) || (set.idOf(a) < set.idOf(b) ? -1 : 1))
    .map((own) => set.idOf(own));
}

function errorsForgiven(typed: string): number {
  const { length } = Array.from(typed);
  return length >= twoErrors ? 2 : length >= oneError ? 1 : 0;
}

/** The better first; ties are left to whoever knows the ids. */
function compareSuggested(a: Suggested, b: Suggested): number {
  return a.edits - b.edits || a.kind - b.kind || b.popularity - a.popularity || a.length - b.length;
}

/**
 * What a segment has for a beginning, each document once, as it fits best.
 *
 * @param edits typing errors that are forgiven; 0 takes the beginnings as they are
 */
function suggestIn(live: LiveSegment, typed: string, edits: number): Suggested[] {
  const { names, popularity } = live.segment;
  const folded = foldedName(typed).trimStart();
  const best = new Map<number, Suggested>();
  const add = (entry: number, found: number) => {
    const document = names.documents[entry]!;
    if (!live.isLive(document)) return;
    const own: Suggested = {
      ...{ document, edits: found, kind: names.kinds[entry]!, popularity: popularity[document]! },
      length: names.texts.at[entry + 1]! - names.texts.at[entry]!,
    };
    const known = best.get(document);
    if (!known || compareSuggested(own, known) < 0) best.set(document, own);
  };
  if (edits === 0) {
    const { from, to } = withPrefix(names.texts, folded);
    for (let entry = from; entry < to; entry++) add(entry, 0);
  } else {
    for (const { entry, edits: found } of nearPrefixes(names.texts, folded, edits)) add(entry, found);
  }
  return [...best.values()];
}
