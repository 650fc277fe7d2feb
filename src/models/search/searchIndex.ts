import type { Analyzer } from './analysis';
import { fields, type SearchDocument } from './document';
import { PostingsCursor, shared } from './postings';
import type { QuerySample } from './training/judgedSample';
import { addHaving, countHaving, type DocumentSet, intersect, sizeOf, withKeys } from './query/documentSet';
import { phraseMatches } from './query/phraseMatches';
import type { SearchQuery } from './query/parseQuery';
import { Bm25f, type Bm25fParameters, type Bm25fStatistics } from './ranking/bm25f';
import { blockMaxWand } from './ranking/blockMaxWand';
import { PhraseScorer } from './ranking/phraseScorer';
import type { Scorer } from './ranking/scorer';
import { type Scored, TopDocuments } from './ranking/topDocuments';
import { WordScorer } from './ranking/wordScorer';
import { buildSegment } from './segments/buildSegment';
import { LiveSegment } from './segments/liveSegment';
import { mergePlan } from './segments/mergePlan';
import type { Mergeable } from './segments/mergeSegments';
import type { Segment } from './segments/segment';
import { foldedName } from './suggestions/nameTable';
import { compareSuggested, errorsForgiven, suggestIn } from './suggestions/suggest';
import { find, firstFrom, stringAt } from './segments/strings';

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
  /** groups of keys; a document must have one of each group */
  readonly keys?: readonly (readonly string[])[];
}

/** Segments that are being merged, and the state in which they began to be. */
export interface Merge {
  readonly replaced: readonly LiveSegment[];
  readonly parts: readonly Mergeable[];
}

/** How many documents are found, and how many of them have a key. */
export interface Counts {
  readonly total: number;
  readonly having: ReadonlyMap<string, number>;
}

/**
 * Documents found by their words, ranked by BM25F, exactly: the scores after any changes are those of an index built
 * anew. Changes make small segments, which are merged later.
 */
export class SearchIndex {
  private segments: LiveSegment[] = [];

  constructor(private readonly analyzer: Analyzer) {}

  get documents(): number {
    return this.segments.reduce((sum, { live }) => sum + live, 0);
  }

  /** The version of a document that is there. */
  versionOf(id: string): number | undefined {
    for (const live of this.segments) {
      const document = live.documentOf(id);
      if (document !== undefined) return live.segment.versions[document];
    }
    return undefined;
  }

  /** Add documents, or replace those with the same ids; what is older than the index has it is passed over. */
  put(documents: readonly SearchDocument[]): void {
    const latest = new Map<string, SearchDocument>();
    for (const document of documents) {
      const { id, version } = document;
      if (version >= (latest.get(id)?.version ?? this.versionOf(id) ?? -Infinity)) latest.set(id, document);
    }
    if (latest.size === 0) return;
    const made = buildSegment([...latest.values()], this.analyzer);
    this.remove([...latest.keys()]);
    this.segments.push(new LiveSegment(made));
  }

  /** Ids that are not there are passed over. */
  remove(ids: readonly string[]): void {
    for (const id of ids) {
      for (const segment of this.segments) {
        const document = segment.documentOf(id);
        if (document !== undefined) segment.remove(document);
      }
    }
    this.segments = this.segments.filter(({ live }) => live > 0);
  }

  /** What is to be merged now, if anything: `mergeSegments` does it, here or in another thread. */
  beginMerge(): Merge | undefined {
    const places = mergePlan(this.segments);
    if (!places) return undefined;
    const replaced = places.map((place) => this.segments[place]!);
    return { replaced, parts: replaced.map(({ segment, gone }) => ({ segment, gone: shared(gone) })) };
  }

  /** Take what was made of a merge; what went meanwhile goes from it too. */
  finishMerge({ replaced, parts }: Merge, made: Segment): void {
    const merged = new LiveSegment(made);
    replaced.forEach(({ segment, gone }, p) => {
      gone.forEach((isGone, document) => {
        if (isGone === 1 && parts[p]!.gone[document] === 0)
          merged.remove(merged.documentOf(stringAt(segment.ids, document))!);
      });
    });
    const old = new Set(replaced);
    this.segments = [...this.segments.filter((own) => !old.has(own)), merged].filter(({ live }) => live > 0);
  }

  /** The best, the first first; of equal scores that with the first id. */
  search({ query, parameters, first, keys }: SearchRequest): Hit[] {
    const best = new TopDocuments(first, (a, b) => this.idOf(a) < this.idOf(b));
    const parts = this.scorers(query, parameters);
    this.segments.forEach((live, segment) => {
      const { words, phrases } = parts[segment]!;
      const allowed = allowedIn(
        live,
        keys,
        phrases.map(({ matches }) => matches.documents),
      );
      const accepts = allowed ? (document: number) => allowed[document] === 1 : live.isLive;
      blockMaxWand([...words, ...phrases], segment, accepts, best);
    });
    return best.sorted().map((found) => ({ id: this.idOf(found), score: found.score }));
  }

  /**
   * What somebody may mean who has typed the beginning of a name or of a word in one: the closest first, of like ones the
   * more popular. Typing errors are forgiven where too few begin with it as it is.
   */
  suggest(typed: string, first: number): string[] {
    if (foldedName(typed).trim() === '') return [];
    const exact = this.suggested(typed, 0);
    const all = exact.length >= first ? exact : this.suggested(typed, errorsForgiven(typed));
    return all.slice(0, first).map(({ id }) => id);
  }

  private suggested(typed: string, edits: number): { id: string }[] {
    const all = this.segments.flatMap((live, segment) =>
      suggestIn(live, typed, edits).map((own) => ({ ...own, segment })),
    );
    const id = (own: (typeof all)[number]) => this.idOf(own);
    return all
      .sort((a, b) => compareSuggested(a, b) || (id(a) < id(b) ? -1 : 1))
      .map((own) => ({ id: id(own) }));
  }

  /**
   * The query's words in those of some documents that are there, to score them with other parameters. Phrases are taken
   * for their words.
   */
  sample({ words, phrases }: SearchQuery, wanted: readonly string[]): QuerySample {
    const times = new Map(words);
    for (const word of phrases.flat()) times.set(word, (times.get(word) ?? 0) + 1);
    const places = wanted.flatMap((id) => {
      for (const live of this.segments) {
        const document = live.documentOf(id);
        if (document !== undefined) return [{ id, live, document }];
      }
      return [];
    });
    places.sort((a, b) => a.document - b.document);
    const count = fields.length;
    const lengths = new Uint32Array(places.length * count);
    places.forEach(({ live, document }, i) =>
      lengths.set(live.segment.lengths.subarray(document * count, (document + 1) * count), i * count),
    );
    return {
      statistics: this.statistics(),
      ids: places.map(({ id }) => id),
      lengths,
      words: [...times].map(([word, own]) => {
        const frequencies = new Uint32Array(places.length * count);
        const cursors = new Map(
          this.segments.map((live) => {
            const term = find(live.segment.terms, word);
            return [live, term === undefined ? undefined : new PostingsCursor(live.segment.postings, term)];
          }),
        );
        places.forEach(({ live, document }, i) => {
          const cursor = cursors.get(live);
          cursor?.advance(document);
          if (cursor?.document !== document) return;
          for (let field = 0; field < count; field++)
            frequencies[i * count + field] = cursor.frequency(field);
        });
        return { having: this.documentsWith(word), times: own, frequencies };
      }),
    };
  }

  private documentsWith(word: string): number {
    return this.sum((live) => {
      const term = find(live.segment.terms, word);
      return term === undefined ? 0 : live.documentsWith(term);
    });
  }

  private statistics(): Bm25fStatistics {
    return { documents: this.documents, words: fields.map((_, f) => this.sum(({ words }) => words[f]!)) };
  }

  /**
   * How many documents are found, by all of the query's words and not only the best.
   *
   * @param prefix of the keys that are counted
   */
  count({ query, keys }: Pick<SearchRequest, 'query' | 'keys'>, prefix: string): Counts {
    const having = new Map<string, number>();
    let total = 0;
    for (const live of this.segments) {
      const set = this.found(live, query, keys);
      total += sizeOf(set);
      const { keys: strings, keyPostings } = live.segment;
      for (let key = firstFrom(strings, prefix); key < strings.at.length - 1; key++) {
        const text = stringAt(strings, key);
        if (!text.startsWith(prefix)) break;
        const found = countHaving(set, keyPostings, key);
        if (found > 0) having.set(text, (having.get(text) ?? 0) + found);
      }
    }
    return { total, having };
  }

  private found(
    live: LiveSegment,
    { words, phrases }: SearchQuery,
    keys: SearchRequest['keys'],
  ): DocumentSet {
    const { segment, isLive, count } = live;
    const matches = phrases.map((phrase) => phraseMatches(segment, phrase, isLive).documents);
    const set = allowedIn(live, keys ?? [], matches)!;
    if (phrases.length > 0) return set;
    const having = new Uint8Array(count);
    for (const word of words.keys()) addHaving(having, segment.postings, find(segment.terms, word));
    return set.map((allowed, document) => allowed & having[document]!);
  }

  /** Of each segment, the scorers of the query's parts. */
  private scorers(
    { words, phrases }: SearchQuery,
    parameters: Bm25fParameters,
  ): { words: Scorer[]; phrases: PhraseScorer[] }[] {
    const bm25f = new Bm25f(parameters, this.statistics());
    const scorers = this.segments.map(() => ({ words: [] as Scorer[], phrases: [] as PhraseScorer[] }));
    for (const [word, times] of words) {
      const terms = this.segments.map(({ segment }) => find(segment.terms, word));
      const having = this.sum((own, s) => (terms[s] === undefined ? 0 : own.documentsWith(terms[s])));
      const weight = times * bm25f.idf(having);
      this.segments.forEach(({ segment: { postings, lengths } }, s) => {
        const term = terms[s];
        if (term !== undefined)
          scorers[s]!.words.push(new WordScorer(postings, term, lengths, bm25f, weight));
      });
    }
    for (const phrase of phrases) {
      const matches = this.segments.map(({ segment, isLive }) => phraseMatches(segment, phrase, isLive));
      const weight = bm25f.idf(this.sum((_, s) => matches[s]!.documents.length));
      this.segments.forEach(({ segment: { lengths } }, s) =>
        scorers[s]!.phrases.push(new PhraseScorer(matches[s]!, lengths, bm25f, weight)),
      );
    }
    return scorers;
  }

  private sum(of: (segment: LiveSegment, s: number) => number): number {
    return this.segments.reduce((sum, segment, s) => sum + of(segment, s), 0);
  }

  private idOf({ segment, document }: Pick<Scored, 'segment' | 'document'>): string {
    return stringAt(this.segments[segment]!.segment.ids, document);
  }
}

/** The documents that filters and phrases leave; undefined where there are neither. */
function allowedIn(
  live: LiveSegment,
  keys: SearchRequest['keys'],
  phrases: readonly Uint32Array[],
): DocumentSet | undefined {
  if (!keys && phrases.length === 0) return undefined;
  const allowed = withKeys(live, keys ?? []);
  for (const documents of phrases) intersect(allowed, documents);
  return allowed;
}
