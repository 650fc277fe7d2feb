import { mean } from '../../models/metrics/mean';
import { type Grades, retrievalFigures } from '../../models/metrics/retrievalFigures';
import type { SearchEngine } from '../../models/search/engine/searchEngine';
import type { Bm25fParameters } from '../../models/search/ranking/bm25f';
import type { AlphaTuning } from '../../models/search/reranking/alphaTuning';
import { crossValidatedAlpha } from '../../models/search/reranking/crossValidatedAlpha';
import { queryTypeOf, queryTypes } from '../../models/search/reranking/queryTypes';
import { bestAlpha, type JudgedQuery, ndcgByAlpha } from '../../models/search/reranking/tuneAlpha';
import type { Fold } from '../../models/search/training/folds';
import type { ModelService, ServedModel } from '../models';
import { byWords, cosinesOf } from './rerank';

/** NDCG@10 of queries that nothing was learned from. */
export interface Gain {
  readonly before: number;
  readonly after: number;
}

/** Queries with their answers. */
export interface JudgedQueries {
  /** texts by id */
  readonly queries: ReadonlyMap<string, string>;
  /** of each query */
  readonly judgments: ReadonlyMap<string, Grades>;
  readonly folds: readonly Fold[];
}

/** Of the best by words that are reranked. */
const depth = 1000;

/** How words are scored: by what all queries have taught, and of each fold by what its training queries have. */
export interface LearnedWords {
  readonly engine: SearchEngine;
  readonly parameters: Bm25fParameters;
  readonly byFold: readonly Bm25fParameters[];
}

/**
 * The α of a model, over all queries and by type; and by cross-validation what it gains over words alone: of each query by
 * words and an α that only other queries have taught.
 */
export async function learnAlpha(
  models: ModelService,
  model: ServedModel,
  words: LearnedWords,
  { queries, judgments, folds }: JudgedQueries,
  signal?: AbortSignal,
): Promise<Gain & { readonly alpha: AlphaTuning }> {
  const vectors = new Map<string, Float32Array>();
  for (const [id, query] of queries)
    vectors.set(id, (await models.encoder.encode(model.folder, [query])).vectors);
  const judgedBy = async (parameters: Bm25fParameters): Promise<JudgedQuery[]> => {
    const judged: JudgedQuery[] = [];
    for (const [id, query] of queries) {
      signal?.throwIfAborted();
      const best = await byWords({ engine: words.engine, parameters, query, filter: {} }, depth);
      const ids = best.map(({ entityId }) => entityId);
      const cosines = await cosinesOf({ model, vector: vectors.get(id)! }, ids);
      const found = best.map(({ entityId, score }, i) => ({
        ...{ id: entityId, wordScore: score, vectorScore: cosines[i] },
      }));
      judged.push({ id, found, grades: judgments.get(id)! });
    }
    return judged;
  };
  const [before, after]: [number[], number[]] = [[], []];
  for (const [i, fold] of folds.entries()) {
    const judged = await judgedBy(words.byFold[i]!);
    const { rankings } = crossValidatedAlpha(judged, [fold], 10);
    for (const { id, found, grades } of judged.filter((own) => rankings.has(own.id))) {
      before.push(ndcgOf(found, grades));
      after.push(ndcgOf(rankings.get(id)!, grades));
    }
  }
  const judged = await judgedBy(words.parameters);
  return { before: mean(before), after: mean(after), alpha: alphasOf(judged) };
}

/** Over all queries, and over those of each type that there are some of. */
function alphasOf(judged: readonly JudgedQuery[]): AlphaTuning {
  const ndcg = new Map(judged.map((query) => [query.id, ndcgByAlpha(query, 10)]));
  const best = (ids: readonly string[]) => bestAlpha(ids.map((id) => ndcg.get(id)!));
  const ids = judged.map(({ id }) => id);
  const byType = queryTypes.flatMap((type) => {
    const own = ids.filter((id) => queryTypeOf(id) === type);
    return own.length > 0 ? [[type, best(own)] as const] : [];
  });
  return { all: best(ids), byType: Object.fromEntries(byType) };
}

/** NDCG@10 by trec_eval's gain. */
export function ndcgOf(ranked: readonly { readonly id: string }[], grades: Grades): number {
  const ids = ranked.map(({ id }) => id);
  return retrievalFigures(ids, grades)['ndcg@10'];
}
