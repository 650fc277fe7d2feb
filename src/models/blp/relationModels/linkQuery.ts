import { KindredError } from '../../../shared/errors';
import type { Metric } from '../similarity';
import { plainAlgebra } from './algebra';
import { createRelationModel, type Scoring } from './createRelationModel';
import type { Side } from './relationModel';

/** The vector to search candidates with, and how they are scored against it. */
export interface LinkQuery {
  readonly vector: Float32Array;
  readonly metric: Metric;
}

/**
 * The search that answers (known, relation, ?) or (?, relation, known), by the score that the model was trained with.
 *
 * @param scoring  a model card's `settings`
 * @param known    `[d]` vector of the known entity, of unit length where the model asks for it
 * @param side     which end is known
 * @param relation `[d]`
 */
export function linkQuery(
  scoring: Scoring,
  known: Float32Array,
  side: Side,
  relation: Float32Array,
): LinkQuery {
  const model = createRelationModel(scoring);
  if (model.queryOf !== 'vectors')
    throw new KindredError('INTERNAL', 'The queries of this model are not made of vectors.');
  return { vector: model.query(plainAlgebra, known, side, relation), metric: model.metric };
}
