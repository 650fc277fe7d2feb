/** How a candidate `x` is scored against a query vector `q`; higher is better. */
export type Metric =
  /** −‖q − x‖₁ */
  | 'l1'
  /** −‖q − x‖₂ */
  | 'l2'
  /** −Σ|q₂ᵢ − x₂ᵢ + (q₂ᵢ₊₁ − x₂ᵢ₊₁)i|: components in twos are complex numbers */
  | 'modulus'
  /** q · x */
  | 'dot'
  /** q · x / (‖q‖₂ ‖x‖₂) */
  | 'cosine';

export interface SearchQuery {
  /** `[dimension]` */
  readonly vector: Float32Array;
  readonly metric: Metric;
}

export interface Candidate {
  readonly id: string;
  readonly score: number;
  /** 1 for the best */
  readonly rank: number;
}

/**
 * The best k of n vectors for a query. Calls take effect in the order they are made; `top` sees every change made
 * before it. Every implementation passes the suite in `test/contract/candidateSearch.ts`.
 */
export interface CandidateSearch {
  readonly dimension: number;
  /** number of vectors held, as of the last call that has been answered */
  readonly size: number;

  /**
   * Add vectors, or replace those of ids that are there; all of them or, on an error, none.
   *
   * @param vectors row-major `[ids.length, dimension]`
   * @throws INTERNAL when a vector is zero or not finite or the lengths do not agree; LIMIT_EXCEEDED when full
   */
  upsert(ids: readonly string[], vectors: Float32Array): Promise<void>;

  /** Ids that are not there are passed over. */
  remove(ids: readonly string[]): Promise<void>;

  vectorOf(id: string): Promise<Float32Array | undefined>;

  /**
   * The `k` best candidates outside `exclude`, best first; fewer where there are no more. Equal scores stand in the
   * order of their ids (by UTF-16 units).
   *
   * @throws BAD_INPUT when `k` is not a positive integer; INTERNAL when the query has another width or is not
   *         finite, or is zero with `cosine`
   */
  top(query: SearchQuery, k: number, exclude?: ReadonlySet<string>): Promise<Candidate[]>;

  /**
   * The score of each of some ids, `[ids.length]`; NaN where there is no vector of it.
   *
   * @throws INTERNAL as {@link top}
   */
  scores(query: SearchQuery, ids: readonly string[]): Promise<Float32Array>;

  /** Those of the ids that there is no vector of, in their order. */
  lacking(ids: readonly string[]): Promise<string[]>;

  /** Give the memory back; calls still open fail. */
  close(): Promise<void>;
}
