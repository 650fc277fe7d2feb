import type { Analyzer, Token } from '../analysis';

/** What is looked for. Nothing in a text is an operator but quotes. */
export interface SearchQuery {
  /** words that may be there, in the order of their first place, and how often the query has each */
  readonly words: ReadonlyMap<string, number>;
  /** words that must stand so, one after another, in some field; stop words are among them */
  readonly phrases: readonly (readonly string[])[];
  /** whether the text had more words or phrases than are looked for */
  readonly truncated: boolean;
}

/** Words of a query that are looked for: more change the order of results little, and cost time each. */
const mostWords = 64;

/** Phrases that are looked for: each goes through all places of its words, a hundred times as long as a word takes. */
export const mostPhrases = 8;

const quoted = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu;

/**
 * A query from any text. Quoted words are a phrase, the same again says nothing more, and a quote without a second one is
 * nothing; unquoted stop words are left out, unless there is nothing else.
 */
export function parseQuery(text: string, analyzer: Analyzer): SearchQuery {
  let left = mostWords;
  let truncated = false;
  const take = (tokens: readonly Token[]): Token[] => {
    truncated ||= tokens.length > left;
    const taken = tokens.slice(0, left);
    left -= taken.length;
    return taken;
  };
  const phrases = distinct(
    [...text.matchAll(quoted)]
      .map(({ 1: inside }) => take(analyzer.tokens(inside!)).map(({ term }) => term))
      .filter((phrase) => phrase.length > 0),
  );
  const free = analyzer.tokens(text.replaceAll(quoted, ' \n '));
  const content = free.filter(({ isStopWord }) => !isStopWord);
  const words = new Map<string, number>();
  for (const { term } of take(content.length > 0 || phrases.length > 0 ? content : free)) {
    words.set(term, (words.get(term) ?? 0) + 1);
  }
  truncated ||= phrases.length > mostPhrases;
  return { words, phrases: phrases.slice(0, mostPhrases), truncated };
}

function distinct(phrases: readonly string[][]): string[][] {
  return [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()];
}
