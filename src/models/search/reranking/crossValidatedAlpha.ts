import type { Fold } from '../training/folds';
import { interpolate, type Reranked } from './interpolation';
import { bestAlpha, type JudgedQuery, ndcgByAlpha, type Rerank } from './tuneAlpha';

export interface CrossValidated {
  /** of each fold */
  readonly alphas: readonly number[];
  /** of each query that some fold asks, its documents by the α that the fold has learned */
  readonly rankings: ReadonlyMap<string, readonly Reranked[]>;
}

/**
 * Rerank each query by the α that did best on other queries (Daza et al. 2021, section 4.3).
 *
 * @param depth  of the NDCG that α is chosen by
 * @param rerank how documents are ordered, ties above all
 */
export function crossValidatedAlpha(
  judged: readonly JudgedQuery[],
  folds: readonly Fold[],
  depth: 10 | 100,
  rerank: Rerank = interpolate,
): CrossValidated {
  const byId = new Map(judged.map((query) => [query.id, query]));
  const ndcg = new Map(judged.map((query) => [query.id, ndcgByAlpha(query, depth, rerank)]));
  const rankings = new Map<string, readonly Reranked[]>();
  const alphas = folds.map(({ training, testing }) => {
    const alpha = bestAlpha(training.flatMap((id) => (ndcg.has(id) ? [ndcg.get(id)!] : [])));
    for (const id of testing) {
      const query = byId.get(id);
      if (query) rankings.set(id, rerank(query.found, alpha));
    }
    return alpha;
  });
  return { alphas, rankings };
}
