import { Random } from '../../../shared/random';

/** Queries to learn from, and those to ask then; ids. */
export interface Fold {
  readonly training: readonly string[];
  readonly testing: readonly string[];
}

/** Folds of about one size, drawn: each query is asked in one of them, and learned from in the others. */
export function drawFolds(queries: readonly string[], count: number, seed: number): Fold[] {
  const order = Random.of(seed, 'folds').shuffle(Int32Array.from(queries.keys()));
  return Array.from({ length: count }, (_, fold) => {
    const isTested = new Set(Array.from(order).filter((_, place) => place % count === fold));
    return {
      training: queries.filter((_, i) => !isTested.has(i)),
      testing: queries.filter((_, i) => isTested.has(i)),
    };
  });
}
