import type { SegmentSet } from '../segments/segmentSet';
import { BestSuggestions } from './bestSuggestions';
import { foldedName } from './nameTable';
import { nearPrefixes, withPrefix } from './nearPrefixes';

/** Characters from which on a typing error is forgiven, and two. */
const oneError = 4;
const twoErrors = 6;

/**
 * Ids of what somebody may mean who has typed the beginning of a name or of a word in one: the closest first, of like ones
 * the more popular. Typing errors are forgiven where too few begin with it as it is, but in the first character, which
 * people hardly ever get wrong: looking for all of them takes twenty times as long.
 */
export function suggest(set: SegmentSet, typed: string, first: number): string[] {
  const folded = foldedName(typed).trimStart();
  if (folded === '') return [];
  const found = near(set, folded, first);
  const bare = folded.replace(signs, '');
  return found.length > 0 || bare === folded || bare === '' ? found : near(set, bare, first);
}

/** What may stand before a name without being of it. */
const signs = /^[^\p{L}\p{N}]+/u;

function near(set: SegmentSet, folded: string, first: number): string[] {
  const exact = suggested(set, folded, 0, first);
  const forgiven = errorsForgiven(folded);
  return exact.length >= first || forgiven === 0 ? exact : suggested(set, folded, forgiven, first);
}

function errorsForgiven(typed: string): number {
  const { length } = Array.from(typed);
  return length >= twoErrors ? 2 : length >= oneError ? 1 : 0;
}

/** @param edits typing errors that are forgiven; 0 takes the beginnings as they are */
function suggested(set: SegmentSet, folded: string, edits: number, first: number): string[] {
  const best = new BestSuggestions(first, (own) => set.idOf(own));
  set.all.forEach((live, segment) => {
    const { names, popularity } = live.segment;
    const offer = (entry: number, found: number, reach: number) => {
      const document = names.documents[entry]!;
      const kind = names.kinds[entry]!;
      const length = names.texts.at[entry + 1]! - names.texts.at[entry]!;
      const own = { edits: found, reach, kind, popularity: popularity[document]!, length };
      if (best.couldEnter(own) && live.isLive(document)) best.offer({ segment, document, ...own });
    };
    if (edits === 0) {
      const { from, to } = withPrefix(names.texts, folded);
      for (let entry = from; entry < to; entry++) offer(entry, 0, folded.length);
    } else {
      const [first] = folded;
      const range = withPrefix(names.texts, first!);
      for (const near of nearPrefixes(names.texts, folded, edits, range))
        offer(near.entry, near.edits, near.reach);
    }
  });
  return best.all.map((own) => set.idOf(own));
}
