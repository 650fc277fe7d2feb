/** How little the first places stand out: the value of the paper. */
const usual = 60;

/**
 * Several rankings to one: each document gets Σ 1 / (k + its place), from 1, over the rankings that have it. Scores need
 * not be comparable; a document that only one ranking has can be among the first.
 *
 * Source: Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet" (2009).
 *
 * @param rankings ids, each once in a ranking, the best first
 * @returns the best first, of equal ones that with the first id
 */
export function reciprocalRankFusion(
  rankings: readonly (readonly string[])[],
  k = usual,
): { readonly id: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings)
    ranking.forEach((id, i) => scores.set(id, (scores.get(id) ?? 0) + 1 / (k + i + 1)));
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
