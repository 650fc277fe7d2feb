import { inTrecOrder } from '../../../models/metrics/retrievalFigures';
import { crossValidatedAlpha } from '../../../models/search/reranking/crossValidatedAlpha';
import { interpolate } from '../../../models/search/reranking/interpolation';
import type { JudgedQuery, Rerank } from '../../../models/search/reranking/tuneAlpha';
import type { Collection } from './collection';
import type { JudgedQueries } from './judgedQueries';
import type { SearchEvaluationRequest } from './request';
import { vectorScores } from './vectorScores';
import type { Rankings, WordScores } from './wordRanking';

export interface RerankedQueries {
  readonly rankings: Rankings;
  /** of each fold */
  readonly alphas: readonly number[];
  /** ranked documents that have a vector */
  readonly withVector: number;
}

/** As trec_eval orders the run that is written, so that the figures are those of the run. */
const inTrecEvalsOrder: Rerank = (found, alpha) => {
  const byId = new Map(interpolate(found, alpha).map((document) => [document.id, document]));
  const scores = new Map(Array.from(byId, ([id, { score }]) => [id, score]));
  return inTrecOrder(scores).map((id) => byId.get(id)!);
};

/** The best by words in the order of words and vectors; undefined where nothing reranks. */
export async function rerank(
  { features, depth, alphaBy, onProgress, signal }: SearchEvaluationRequest,
  { queries, judgments, folds }: JudgedQueries,
  scores: WordScores,
  collection: Collection,
): Promise<RerankedQueries | undefined> {
  if (!features) return undefined;
  const cosine = await vectorScores(features, queries, scores, collection, onProgress, signal);
  const judged = [...queries.keys()].map((id): JudgedQuery => {
    const found = [...(scores.get(id) ?? new Map<string, number>())].slice(0, depth);
    return {
      ...{ id, grades: judgments.get(id)! },
      found: found.map(([document, wordScore]) => ({
        ...{ id: document, wordScore, vectorScore: cosine(id, document) },
      })),
    };
  });
  const { alphas, rankings } = crossValidatedAlpha(judged, folds, alphaBy, inTrecEvalsOrder);
  const withVector = new Set(
    judged.flatMap(({ found }) => found.filter((own) => own.vectorScore !== undefined).map(({ id }) => id)),
  );
  return {
    rankings: new Map(
      judged.map(({ id }) => [id, rankings.get(id)!.map((own) => [own.id, own.score] as const)]),
    ),
    ...{ alphas, withVector: withVector.size },
  };
}
