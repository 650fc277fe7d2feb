import { type Rank, rankOf } from '../../src/models/metrics/ranking';

/** Rank of the candidate at `truth` among those that are not left out. */
export function filteredRank(
  scores: readonly number[],
  truth: number,
  leftOut: (candidate: number) => boolean,
): Rank {
  const kept = [...scores.keys()].filter((row) => row === truth || !leftOut(row));
  return rankOf(
    kept.map((row) => scores[row]!),
    kept.indexOf(truth),
  );
}
