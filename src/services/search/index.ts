import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entity } from '../../graph/types';
import type { ModelRecord } from '../../graph/models';
import { Analyzer, type LanguageCode } from '../../models/search/analysis';
import { highlight, type Highlight } from '../../models/search/highlighting/highlight';
import type { DocumentFilter } from '../../models/search/query/filter';
import { parseQuery, type SearchQuery } from '../../models/search/query/parseQuery';
import { chosenAlpha } from '../../models/search/reranking/alphaTuning';
import { cleanText } from '../../shared/text';
import type { ModelService } from '../models';
import { checkFirst } from '../ranked';
import { readingModel } from '../textless';
import type { CrossReader } from './crossReader';
import { writeSearchCursor } from './cursor';
import { relationKey, typeKey, typePrefix } from './documents';
import { Lacking } from './lacking';
import { type CleanSearch, cleanSearch, defaultDepth, type SearchRequest } from './request';
import { byBoth, byPlaces, byWords, type FoundEntity, type VectorSide, type WordSearch } from './rerank';
import type { SearchIndex } from './searchIndex';
import type { Tuning } from './tuning';

export type { FoundEntity } from './rerank';
export { defaultDepth } from './request';
export type { Fusion, Reranking, SearchFilter, SearchRequest } from './request';

export interface FoundPage {
  readonly found: readonly FoundEntity[];
  readonly cursors: readonly string[];
  readonly hasNextPage: boolean;
  /** how many different words and phrases were looked for */
  readonly words: number;
  /** whether the query had more words or phrases than are looked for, or its text was longer than the model reads */
  readonly truncated: boolean;
  /** ids of all that fusion finds, on all pages together, for {@link SearchService.count} */
  readonly fused?: readonly string[];
  /** what reranked */
  readonly model?: ModelRecord;
  readonly alpha?: number;
}

/** What is counted: of a search, or of what its fusion has found. */
export type CountRequest = Pick<SearchRequest, 'query' | 'filter' | 'rerank'> & Pick<FoundPage, 'fused'>;

/** How many are found, on all pages together: with a word of the query, or by fusion. */
export interface FoundCounts {
  readonly total: number;
  /** the most frequent first */
  readonly types: readonly { readonly type: string; readonly count: number }[];
}

/** Part of an entity's texts in which words of the query are. */
export interface HighlightedText extends Highlight {
  readonly field: 'name' | 'alias' | 'description';
}

/** Search for entities: by words in their fields, reranked by vectors (Daza et al. 2021, section 4.3). */
export class SearchService {
  private readonly analyzer: Analyzer;
  private readonly lacking: Lacking;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly index: SearchIndex,
    private readonly models: ModelService,
    private readonly tuning: Tuning,
    private readonly reader: CrossReader,
    language: LanguageCode,
  ) {
    this.analyzer = new Analyzer(language);
    this.lacking = new Lacking(index);
  }

  /** Make the index ready before somebody asks. */
  start(): void {
    this.index.start();
  }

  /**
   * @throws BAD_INPUT, LIMIT_EXCEEDED; NOT_FOUND for an unknown model; MODEL_UNAVAILABLE for one that reads no texts, and
   *         while there is no index
   */
  async search(request: SearchRequest): Promise<FoundPage> {
    checkFirst(request.first);
    const { search, from, first } = cleanSearch(request);
    const parsed = parseQuery(search.query, this.analyzer);
    const words = parsed.words.size + parsed.phrases.length;
    const vectors = await this.vectorSide(search);
    const shared = { words, truncated: parsed.truncated || vectors?.truncated === true, ...vectors?.told };
    if (words === 0) return { ...shared, found: [], cursors: [], hasNextPage: false };
    const most = Math.max(from + first + 1, search.crossEncode ?? 0);
    const ordered = await this.ordered(search, parsed, vectors, most);
    const all = search.crossEncode
      ? await this.reader.order(search.query, ordered, search.crossEncode)
      : ordered;
    const found = all.slice(from, from + first);
    return {
      ...shared,
      found,
      cursors: found.map((_, i) => writeSearchCursor(search, from + i + 1)),
      hasNextPage: all.length > from + first,
      ...(search.rerank?.fusion === 'reciprocalRank' && { fused: ordered.map(({ entityId }) => entityId) }),
    };
  }

  /**
   * @param fused what {@link search} has found by fusion: these are counted then
   * @throws as {@link search}
   */
  async count({ fused, ...request }: CountRequest): Promise<FoundCounts> {
    const { search } = cleanSearch({ ...request, first: 1 });
    const engine = await this.index.ready();
    const asked = fused
      ? { filter: { only: fused } }
      : { text: search.query, filter: await this.filter(search) };
    const { total, having } = await engine.count(asked, typePrefix);
    const types = Array.from(having, ([key, count]) => ({ type: key.slice(typePrefix.length), count }));
    return {
      total,
      types: types.sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1)),
    };
  }

  /** Where an entity's texts have words of a query. One entity after another: between them everybody else has a turn. */
  async highlights(query: string, { name, aliases, description }: Entity): Promise<HighlightedText[]> {
    this.turn = this.turn.then(() => nextTurn());
    await this.turn;
    const parsed = parseQuery(cleanText('query', query, { required: false }), this.analyzer);
    const texts = [
      { field: 'name' as const, text: name },
      ...aliases.map((text) => ({ field: 'alias' as const, text })),
      { field: 'description' as const, text: description },
    ];
    return texts.flatMap(({ field, text }) => {
      const found = highlight(text, parsed, this.analyzer);
      return found ? [{ field, ...found }] : [];
    });
  }

  /**
   * Ids of entities that somebody may mean who has typed the beginning of a name: the closest first.
   *
   * @throws BAD_INPUT; MODEL_UNAVAILABLE while there is no index
   */
  async suggest(prefix: string, first: number): Promise<string[]> {
    checkFirst(first);
    const typed = cleanText('name', prefix, { called: 'prefix', required: false, isPrefix: true });
    return (await this.index.ready()).suggest(typed, first);
  }

  private async ordered(
    search: CleanSearch['search'],
    { phrases }: SearchQuery,
    vectors: (VectorSide & { alpha: number }) | undefined,
    first: number,
  ): Promise<FoundEntity[]> {
    const [engine, filter, parameters] = await Promise.all([
      this.index.ready(),
      this.filter(search),
      this.tuning.parameters(),
    ]);
    const words: WordSearch = { engine, query: search.query, filter, phrases, parameters };
    if (!vectors) return byWords(words, first);
    const { depth = defaultDepth, fusion } = search.rerank!;
    if (fusion === 'reciprocalRank') return byPlaces(words, vectors, depth);
    return byBoth(words, vectors, { alpha: vectors.alpha, depth, first });
  }

  /** The query as the model reads it; undefined where nothing reranks. */
  private async vectorSide({ query, rerank }: CleanSearch['search']) {
    if (!rerank || query === '') return undefined;
    const model = readingModel(this.models, rerank.model);
    const { record } = model;
    const [{ vectors, truncated }, tuned] = await Promise.all([
      this.models.encoder.encode(model.folder, [query]),
      this.tuning.alphas(record.id),
    ]);
    const alpha = rerank.alpha ?? chosenAlpha(tuned, rerank.queryType);
    const told = rerank.fusion === 'reciprocalRank' ? { model: record } : { model: record, alpha };
    return { model, vector: vectors, truncated: truncated[0]!, alpha, told };
  }

  private async filter({ filter = {}, rerank }: CleanSearch['search']): Promise<DocumentFilter> {
    const { types, relations, hasVector } = filter;
    const keys = [types?.map(typeKey), relations?.map(relationKey)].filter((group) => group !== undefined);
    if (hasVector === undefined) return { keys };
    const ids = await this.lacking.of(this.models.model(rerank?.model));
    return hasVector ? { keys, without: ids } : { keys, only: ids };
  }
}
