import { retrievalFigures, type Grades } from '../../metrics/retrievalFigures';
import { alphas, interpolate, type Reranked, type TwoScores } from './interpolation';

/** A query whose answers were judged, and what it found. */
export interface JudgedQuery {
  readonly id: string;
  readonly found: readonly TwoScores[];
  readonly grades: Grades;
}

/** A query's answers in the order that an α gives them. */
export type Rerank = (found: readonly TwoScores[], alpha: number) => readonly Reranked[];

/** NDCG at a depth of a query's answers, reranked with each of {@link alphas}. */
export function ndcgByAlpha(
  { found, grades }: JudgedQuery,
  depth: 10 | 100,
  rerank: Rerank = interpolate,
): number[] {
  return alphas.map(
    (alpha) =>
      retrievalFigures(
        rerank(found, alpha).map(({ id }) => id),
        grades,
      )[`ndcg@${depth}`],
  );
}

/**
 * The α with the best mean NDCG over some queries; of equally good ones the smallest, which changes least.
 *
 * @param ndcg of each query, by α: {@link ndcgByAlpha}
 */
export function bestAlpha(ndcg: readonly (readonly number[])[]): number {
  const sums = alphas.map((_, i) => ndcg.reduce((sum, own) => sum + own[i]!, 0));
  return alphas[sums.indexOf(Math.max(...sums))]!;
}
