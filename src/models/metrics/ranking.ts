import { KindredError } from '../../shared/errors';
import { mean } from './mean';

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

/**
 * Rank of the candidate at `truth` among all candidates; higher scores are better.
 *
 * @param scores `[candidates]`
 * @param truth  index of the true candidate
 * @throws INTERNAL when a score is not finite: a NaN would compare as neither better nor equal and give the best rank
 */
export function rankOf(scores: ArrayLike<number>, truth: number): Rank {
  const score = finiteScore(scores, truth);
  let better = 0;
  let equal = 0;
  for (let i = 0; i < scores.length; i++) {
    if (i === truth) continue;
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

/** (1/n) Σ rankᵢ, from 1, 1 is best. */
export function meanRank(ranks: readonly number[]): number {
  return mean(ranks);
}

/**
 * MRR between that of an order by chance, which gives 0, and the best, which gives 1; below 0 for less than chance:
 * (MRR − E) / (1 − E) with E = (1/n) Σ H(cᵢ)/cᵢ, where H(c) = 1 + 1/2 + … + 1/c. What a model can do still counts for
 * more among few candidates than among many.
 *
 * Source: Hoyt et al., "A Unified Framework for Rank-based Evaluation Metrics for Link Prediction" (2022), section 3.
 *
 * @param candidates how many there were for each rank, the true one included
 */
export function adjustedMeanReciprocalRank(ranks: readonly number[], candidates: readonly number[]): number {
  const byChance = mean(candidates.map((count) => harmonic(count) / count));
  return ranks.length === 0 || byChance === 1 ? 0 : (meanReciprocalRank(ranks) - byChance) / (1 - byChance);
}

/** H(n) = Σ 1/i for i = 1 … n, kept: the same numbers of candidates come again and again. */
const harmonics = new Map<number, number>();

function harmonic(n: number): number {
  let sum = harmonics.get(n);
  if (sum === undefined) {
    sum = 0;
    for (let i = n; i >= 1; i--) sum += 1 / i;
    harmonics.set(n, sum);
  }
  return sum;
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
