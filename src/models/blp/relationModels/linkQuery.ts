import type { Distance, LinkQuery, RelationModelKind, Side } from './relationModel';
import { transeQuery } from './transeQuery';

/** What a model's settings, or its card's, say about its scores. */
export interface Scoring {
  readonly relationModel: RelationModelKind;
  readonly distance: Distance;
}

type MakeQuery = (known: Float32Array, side: Side, relation: Float32Array, distance: Distance) => LinkQuery;

/** Plain arithmetic: a process that only serves loads no tensors. */
const queries: Readonly<Record<RelationModelKind, MakeQuery>> = {
  transe: (known, side, relation, distance) => ({
    vector: transeQuery(known, side, relation),
    metric: distance,
  }),
};

/**
 * The search that answers (known, relation, ?) or (?, relation, known), by the score that the model was trained with.
 *
 * @param scoring  a model card's `settings`
 * @param known    `[d]` vector of the known entity, of unit length where the model asks for it
 * @param side     which end is known
 * @param relation `[d]`
 */
export function linkQuery(
  { relationModel, distance }: Scoring,
  known: Float32Array,
  side: Side,
  relation: Float32Array,
): LinkQuery {
  return queries[relationModel](known, side, relation, distance);
}
