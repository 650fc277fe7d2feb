import type { Analyzer, Token } from '../analysis';
import type { SearchQuery } from '../query/parseQuery';

/** Part of a text, and where in it the words are that were looked for; UTF-16 offsets. */
export interface Highlight {
  readonly text: string;
  /** ascending, apart */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** Longest text that is shown whole, and about how long a part of a longer one is. UTF-16 units. */
const longest = 240;

/**
 * Where a text has words and phrases of a query, as the index finds them: in other forms, without their accents.
 *
 * @returns a short text whole, else the part that has most of the different words, cut between words; undefined where
 *          there is none of them
 */
export function highlight(text: string, query: SearchQuery, analyzer: Analyzer): Highlight | undefined {
  const tokens = analyzer.tokens(text);
  const found = foundIn(tokens, query);
  if (found.length === 0) return undefined;
  const [from, to] = text.length <= longest ? [0, text.length] : bestPart(text, tokens, found);
  return {
    text: text.slice(from, to),
    ranges: found
      .filter(({ start }) => start >= from && start < to)
      .map(({ start, end }) => ({ start: start - from, end: Math.min(end, to) - from })),
  };
}

/** Words of a phrase count where all of it stands. */
function foundIn(tokens: readonly Token[], { words, phrases }: SearchQuery): Token[] {
  const isFound = tokens.map(({ term }) => words.has(term));
  for (const phrase of phrases)
    for (let at = 0; at + phrase.length <= tokens.length; at++)
      if (phrase.every((term, i) => tokens[at + i]!.term === term))
        isFound.fill(true, at, at + phrase.length);
  return tokens.filter((_, i) => isFound[i]);
}

/** From a found word on, a little of what is before it included. */
function bestPart(text: string, tokens: readonly Token[], found: readonly Token[]): [number, number] {
  let best = { start: found[0]!.start, words: 0 };
  found.forEach(({ start }, i) => {
    const inside = new Set<string>();
    for (let other = i; other < found.length && found[other]!.end <= start + longest; other++)
      inside.add(found[other]!.term);
    if (inside.size > best.words) best = { start, words: inside.size };
  });
  const before = Math.max(0, best.start - longest / 8);
  const from = before === 0 ? 0 : (tokens.find(({ start }) => start >= before)?.start ?? best.start);
  const until = from + longest;
  if (until >= text.length) return [from, text.length];
  const last = tokens.findLast(({ start, end }) => start >= from && end <= until);
  if (last && last.end > best.start) return [from, last.end];
  // The word is longer than the part: it is cut, but between characters.
  return [from, /[\ud800-\udbff]/.test(text[until - 1]!) ? until - 1 : until];
}
