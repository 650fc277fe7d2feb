/** A document with what words and what vectors say of it. */
export interface TwoScores {
  readonly id: string;
  /** of BM25F, or of another ranking by words */
  readonly wordScore: number;
  /** cosine of query and document; undefined for a document without a vector */
  readonly vectorScore?: number;
}

/** With the score that orders. */
export type Reranked<T extends TwoScores = TwoScores> = T & { readonly score: number };

/**
 * z = α · cos(f(q), f(d)) + (1 − α) · z_words (Daza et al. 2021, equation 4): 0 leaves the order of the words, 1 takes
 * that of the vectors. A document without a vector counts as at a right angle to the query, as in the authors' code.
 *
 * @returns the best first; of equal scores that with the higher word score, then that with the first id
 */
export function interpolate<T extends TwoScores>(documents: readonly T[], alpha: number): Reranked<T>[] {
  return documents
    .map((document) => ({
      ...document,
      score: alpha * (document.vectorScore ?? 0) + (1 - alpha) * document.wordScore,
    }))
    .sort((a, b) => b.score - a.score || b.wordScore - a.wordScore || (a.id < b.id ? -1 : 1));
}

/** The values of α that are tried: 20 evenly spaced ones from 0 to 1, both included (Daza et al. 2021, section 4.3). */
export const alphas: readonly number[] = Array.from({ length: 20 }, (_, i) => i / 19);
