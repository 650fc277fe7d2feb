import { badInput } from '../../../shared/errors';
import { Random } from '../../../shared/random';

/** Queries to learn from, and those to ask then; ids. */
export interface Fold {
  readonly training: readonly string[];
  readonly testing: readonly string[];
}

/**
 * Hold folds from outside to the queries there are: what no fold asks would count as having found nothing.
 *
 * @throws BAD_INPUT naming a query that no fold asks
 */
export function checkFolds(folds: readonly Fold[], queries: readonly string[]): void {
  const asked = new Set(folds.flatMap(({ testing }) => testing));
  const unasked = queries.find((id) => !asked.has(id));
  if (unasked !== undefined)
    throw badInput(
      `No fold asks the query ${JSON.stringify(unasked)}. Each judged query is in the testing part of one.`,
    );
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
