import { addHaving, countHaving, type DocumentSet, sizeOf } from '../query/documentSet';
import { type DocumentFilter, passing } from '../query/filter';
import type { SearchQuery } from '../query/parseQuery';
import type { LiveSegment } from '../segments/liveSegment';
import type { SegmentSet } from '../segments/segmentSet';
import { find, firstFrom, stringAt } from '../segments/strings';
import type { SearchRequest } from './search';

/** How many documents are found, and how many of them have a key. */
export interface Counts {
  readonly total: number;
  readonly having: ReadonlyMap<string, number>;
}

/**
 * How many documents are found, by all of the query's words and not only the best; without a query, how many pass the
 * filter.
 *
 * @param prefix of the keys that are counted
 */
export function counts(
  set: SegmentSet,
  { query, filter = {} }: Partial<Pick<SearchRequest, 'query' | 'filter'>>,
  prefix: string,
): Counts {
  const having = new Map<string, number>();
  let total = 0;
  for (const live of set.all) {
    const documents = query ? found(live, query, filter) : passing(live, filter);
    total += sizeOf(documents);
    const { keys: strings, keyPostings } = live.segment;
    for (let key = firstFrom(strings, prefix); key < strings.at.length - 1; key++) {
      const text = stringAt(strings, key);
      if (!text.startsWith(prefix)) break;
      const own = countHaving(documents, keyPostings, key);
      if (own > 0) having.set(text, (having.get(text) ?? 0) + own);
    }
  }
  return { total, having };
}

function found(live: LiveSegment, { words, phrases }: SearchQuery, filter: DocumentFilter): DocumentSet {
  const { segment, count } = live;
  const allowed = passing(live, { ...filter, phrases });
  if (phrases.length > 0) return allowed;
  const having = new Uint8Array(count);
  for (const word of words.keys()) addHaving(having, segment.postings, find(segment.terms, word));
  for (let document = 0; document < count; document++) having[document]! &= allowed[document]!;
  return having;
}
