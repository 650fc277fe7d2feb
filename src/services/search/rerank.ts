import type { SearchEngine } from '../../models/search/engine/searchEngine';
import type { DocumentFilter } from '../../models/search/query/filter';
import type { Bm25fParameters } from '../../models/search/ranking/bm25f';
import { isOpen } from '../../models/search/query/filter';
import { interpolate } from '../../models/search/reranking/interpolation';
import { reciprocalRankFusion } from '../../models/search/reranking/reciprocalRankFusion';
import type { ServedModel } from '../models';

/** An entity that was found, with all that its place follows from. */
export interface FoundEntity {
  readonly entityId: string;
  /** what the order follows: of words where nothing reranks */
  readonly score: number;
  /** BM25F; undefined for one that has none of the words */
  readonly wordScore?: number;
  /** cosine of query and entity; undefined without reranking, and for an entity without a vector */
  readonly vectorScore?: number;
  /** of the cross-encoder; undefined for what it has not read */
  readonly crossScore?: number;
}

/** What a search is asked of. */
export interface WordSearch {
  readonly engine: SearchEngine;
  readonly query: string;
  readonly filter: DocumentFilter;
  /** of the query, analysed: what is found without any of the words must have these too */
  readonly phrases?: DocumentFilter['phrases'];
  readonly parameters: Bm25fParameters;
}

export interface VectorSide {
  readonly model: ServedModel;
  /** `[dimension]` of the query */
  readonly vector: Float32Array;
}

/** The best by words. */
export async function byWords(
  { engine, query, filter, parameters }: WordSearch,
  first: number,
): Promise<FoundEntity[]> {
  const hits = await engine.search({ text: query, filter, parameters, first });
  return hits.map(({ id, score }) => ({ entityId: id, score, wordScore: score }));
}

/**
 * The best `depth` by words in the order of both scores, and behind them the others in the order of words.
 *
 * @param first how many are needed
 */
export async function byBoth(
  words: WordSearch,
  vectors: VectorSide,
  { alpha, depth, first }: { alpha: number; depth: number; first: number },
): Promise<FoundEntity[]> {
  const found = await byWords(words, Math.max(depth, first));
  const head = found
    .slice(0, depth)
    .map(({ entityId, wordScore }) => ({ id: entityId, wordScore: wordScore! }));
  const cosines = await cosinesOf(
    vectors,
    head.map(({ id }) => id),
  );
  const reranked = interpolate(
    head.map((own, i) => ({ ...own, vectorScore: cosines[i] })),
    alpha,
  );
  const tail = found.slice(depth).map((own) => ({ ...own, score: (1 - alpha) * own.score }));
  return [...reranked.map(({ id, ...scores }) => ({ entityId: id, ...scores })), ...tail];
}

/** The best `depth` by words and the best `depth` of all by vectors, by their places in either order. */
export async function byPlaces(
  words: WordSearch,
  vectors: VectorSide,
  depth: number,
): Promise<FoundEntity[]> {
  const [found, near] = await Promise.all([byWords(words, depth), nearest(words, vectors, depth)]);
  const wordScores = new Map(found.map(({ entityId, wordScore }) => [entityId, wordScore]));
  const fused = reciprocalRankFusion([[...wordScores.keys()], near]);
  const cosines = await cosinesOf(
    vectors,
    fused.map(({ id }) => id),
  );
  return fused.map(({ id, score }, i) => ({
    ...{ entityId: id, score, wordScore: wordScores.get(id), vectorScore: cosines[i] },
  }));
}

/** The best by vectors are looked at so many times as far as is asked before all that pass a filter are. */
const farther = 4;

/** Of those that pass the filter. Where few of the best do, the others that pass are scored one by one. */
async function nearest(
  { engine, filter: given, phrases }: WordSearch,
  { model, vector }: VectorSide,
  depth: number,
): Promise<string[]> {
  const filter = { ...given, phrases };
  const query = { vector, metric: 'cosine' } as const;
  const looked = isOpen(filter) ? depth : farther * depth;
  const best = (await model.candidates.top(query, looked)).map(({ id }) => id);
  if (isOpen(filter)) return best;
  const passed = await engine.passing(best, filter);
  if (passed.length >= depth || best.length < looked) return passed.slice(0, depth);
  const ids = await engine.allPassing(filter);
  const cosines = await cosinesOf({ model, vector }, ids);
  return ids
    .flatMap((id, i) => (cosines[i] === undefined ? [] : [{ id, cosine: cosines[i] }]))
    .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    .slice(0, depth)
    .map(({ id }) => id);
}

/** Of the query with each of the ids; undefined where there is no vector. */
export async function cosinesOf(
  { model, vector }: VectorSide,
  ids: readonly string[],
): Promise<(number | undefined)[]> {
  if (ids.length === 0) return [];
  const scores = await model.candidates.scores({ vector, metric: 'cosine' }, ids);
  return Array.from(scores, (score) => (Number.isNaN(score) ? undefined : score));
}
