import { type DocumentSet, intersect } from '../query/documentSet';
import { type DocumentFilter, isOpen, passing } from '../query/filter';
import type { SearchQuery } from '../query/parseQuery';
import { phraseMatches } from '../query/phraseMatches';
import type { LiveSegment } from '../segments/liveSegment';
import type { SegmentSet } from '../segments/segmentSet';
import { find } from '../segments/strings';
import { Bm25f, type Bm25fParameters } from './bm25f';
import { blockMaxScore } from './blockMaxScore';
import { PhraseScorer } from './phraseScorer';
import type { Scorer } from './scorer';
import { TopDocuments } from './topDocuments';
import { WordScorer } from './wordScorer';

/** A document that was found. */
export interface Hit {
  readonly id: string;
  readonly score: number;
}

export interface SearchRequest {
  readonly query: SearchQuery;
  readonly parameters: Bm25fParameters;
  /** how many of the best */
  readonly first: number;
  readonly filter?: DocumentFilter;
}

/** The best documents by BM25F, exactly; of equal scores that with the first id. */
export function search(set: SegmentSet, { query, parameters, first, filter = {} }: SearchRequest): Hit[] {
  const best = new TopDocuments(first, (a, b) => set.idOf(a) < set.idOf(b));
  const parts = scorers(set, query, parameters);
  set.all.forEach((live, segment) => {
    const { words, phrases } = parts[segment]!;
    const allowed = allowedIn(
      live,
      filter,
      phrases.map(({ matches }) => matches.documents),
    );
    const accepts = allowed ? (document: number) => allowed[document] === 1 : live.isLive;
    blockMaxScore([...words, ...phrases], segment, accepts, best);
  });
  return best.sorted().map((found) => ({ id: set.idOf(found), score: found.score }));
}

/** The documents that filters and phrases leave; undefined where there are neither. */
function allowedIn(
  live: LiveSegment,
  filter: DocumentFilter,
  phrases: readonly Uint32Array[],
): DocumentSet | undefined {
  if (isOpen(filter) && phrases.length === 0) return undefined;
  const allowed = passing(live, filter);
  for (const documents of phrases) intersect(allowed, documents);
  return allowed;
}

/** Of each segment, the scorers of the query's parts. */
function scorers(
  set: SegmentSet,
  { words, phrases }: SearchQuery,
  parameters: Bm25fParameters,
): { words: Scorer[]; phrases: PhraseScorer[] }[] {
  const bm25f = new Bm25f(parameters, set.statistics);
  const made = set.all.map(() => ({ words: [] as Scorer[], phrases: [] as PhraseScorer[] }));
  for (const [word, times] of words) {
    const weight = times * bm25f.idf(set.documentsWith(word));
    set.all.forEach(({ segment: { terms, postings, lengths } }, s) => {
      const term = find(terms, word);
      if (term !== undefined) made[s]!.words.push(new WordScorer(postings, term, lengths, bm25f, weight));
    });
  }
  for (const phrase of phrases) {
    const matches = set.all.map(({ segment, isLive }) => phraseMatches(segment, phrase, isLive));
    const weight = bm25f.idf(matches.reduce((sum, { documents }) => sum + documents.length, 0));
    set.all.forEach(({ segment: { lengths } }, s) =>
      made[s]!.phrases.push(new PhraseScorer(matches[s]!, lengths, bm25f, weight)),
    );
  }
  return made;
}
