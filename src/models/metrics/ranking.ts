import { KindredError } from '../../shared/errors';

/**
 * Where the true candidate stands when ties are counted for it, against it, or half and half.
 *
 * With `better` the candidates that score strictly higher and `equal` the other candidates that score the same:
 * optimistic = better + 1, pessimistic = better + equal + 1, realistic = their mean. Each is in [1, candidates].
 * Source: Berrendorf et al., "On the Ambiguity of Rank-Based Evaluation of Entity Alignment or Link Prediction
 * Methods" (2020).
 */
export interface Rank {
  readonly optimistic: number;
  readonly realistic: number;
  readonly pessimistic: number;
}

const notExcluded = (): boolean => false;

/**
 * Rank of the candidate at `truth` among all candidates that are not excluded; higher scores are better.
 *
 * @param scores   `[candidates]`
 * @param truth    index of the true candidate; it is ranked even if `excluded` names it
 * @param excluded candidates to leave out: the other true answers, for a filtered rank
 * @throws INTERNAL when a score that counts is not finite: a NaN would compare as neither better nor equal and
 *         give the best rank
 */
export function rankOf(
  scores: ArrayLike<number>,
  truth: number,
  excluded: (candidate: number) => boolean = notExcluded,
): Rank {
  const score = finiteScore(scores, truth);
  let better = 0;
  let equal = 0;
  for (let i = 0; i < scores.length; i++) {
    if (i === truth || excluded(i)) continue;
    const other = finiteScore(scores, i);
    if (other > score) better++;
    else if (other === score) equal++;
  }
  return { optimistic: better + 1, realistic: better + 1 + equal / 2, pessimistic: better + 1 + equal };
}

function finiteScore(scores: ArrayLike<number>, index: number): number {
  const score = scores[index];
  if (score === undefined || !Number.isFinite(score)) {
    throw new KindredError(
      'INTERNAL',
      `Score ${index} is ${score}; only finite scores can be ranked. The model's weights are not usable.`,
    );
  }
  return score;
}

/**
 * Mean reciprocal rank: (1/n) Σ 1/rankᵢ, in (0, 1], 1 is best; 0 for no ranks at all.
 *
 * Source: Voorhees, "The TREC-8 Question Answering Track Report" (1999).
 */
export function meanReciprocalRank(ranks: readonly number[]): number {
  return mean(ranks.map((rank) => 1 / rank));
}

/** Share of ranks that are at most `k`: (1/n) Σ [rankᵢ ≤ k], in [0, 1], 1 is best. Source: Bordes et al. (2013). */
export function hitsAt(k: number, ranks: readonly number[]): number {
  return mean(ranks.map((rank) => (rank <= k ? 1 : 0)));
}

/** MRR and hits at 1, 3 and 10 under the names that model cards and job metrics use. */
export function rankingMetrics(
  ranks: readonly number[],
): Record<'mrr' | 'hits@1' | 'hits@3' | 'hits@10', number> {
  return {
    mrr: meanReciprocalRank(ranks),
    'hits@1': hitsAt(1, ranks),
    'hits@3': hitsAt(3, ranks),
    'hits@10': hitsAt(10, ranks),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
