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

/** The α of a model, over all queries and by type, and by cross-validation what it gains over words alone. */
export async function learnAlpha(
  models: ModelService,
  model: ServedModel,
  words: { readonly engine: SearchEngine; readonly parameters: Bm25fParameters },
  { queries, judgments, folds }: JudgedQueries,
): Promise<Gain & { readonly alpha: AlphaTuning }> {
  const judged: JudgedQuery[] = [];
  for (const [id, query] of queries) {
    const { vectors: vector } = await models.encoder.encode(model.folder, [query]);
    const best = await byWords({ ...words, query, filter: {} }, depth);
    const cosines = await cosinesOf(
      { model, vector },
      best.map(({ entityId }) => entityId),
    );
    const found = best.map(({ entityId, score }, i) => ({
      ...{ id: entityId, wordScore: score, vectorScore: cosines[i] },
    }));
    judged.push({ id, found, grades: judgments.get(id)! });
  }
  const ndcg = new Map(judged.map((query) => [query.id, ndcgByAlpha(query, 10)]));
  const best = (ids: readonly string[]) => bestAlpha(ids.map((id) => ndcg.get(id)!));
  const ids = judged.map(({ id }) => id);
  const byType = queryTypes.flatMap((type) => {
    const own = ids.filter((id) => queryTypeOf(id) === type);
    return own.length > 0 ? [[type, best(own)] as const] : [];
  });
  const { rankings } = crossValidatedAlpha(judged, folds, 10);
  const asked = judged.filter(({ id }) => rankings.has(id));
  return {
    before: mean(asked.map(({ found, grades }) => ndcgOf(found, grades))),
    after: mean(asked.map(({ id, grades }) => ndcgOf(rankings.get(id)!, grades))),
    alpha: { all: best(ids), byType: Object.fromEntries(byType) },
  };
}

/** NDCG@10 by trec_eval's gain. */
export function ndcgOf(ranked: readonly { readonly id: string }[], grades: Grades): number {
  const ids = ranked.map(({ id }) => id);
  return retrievalFigures(ids, grades)['ndcg@10'];
}
