/** Words and their vectors, as a file of pretrained word vectors gives them. */
export interface WordTable {
  /** the row of each word, from 1, in their order */
  readonly rows: ReadonlyMap<string, number>;
  readonly width: number;
  /** `[1 + words, width]`, row-major; row 0 is for every word that is not there */
  readonly vectors: Float32Array;
}

/**
 * Give row 0 the mean of all the others, as the code released with Daza et al. 2021 does for words without a vector:
 * it is the vector that says least about a word.
 */
export function withUnknownWord({ rows, width, vectors }: WordTable): WordTable {
  const sums = new Float64Array(width);
  for (let i = width; i < vectors.length; i++) sums[i % width]! += vectors[i]!;
  sums.forEach((sum, i) => (vectors[i] = sum / rows.size));
  return { rows, width, vectors };
}
