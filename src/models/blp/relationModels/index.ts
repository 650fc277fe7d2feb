import type { Side } from '../../training/knownTriples';
import type { Distance, LinkQuery, RelationModel, RelationModelKind } from './relationModel';
import { transe } from './transe';

export * from './relationModel';

const makers: Readonly<Record<RelationModelKind, (distance: Distance) => RelationModel>> = { transe };

/** What a model's settings, or its card's, say about its scores. */
export interface Scoring {
  readonly relationModel: RelationModelKind;
  readonly distance: Distance;
}

export function createRelationModel({ relationModel, distance }: Scoring): RelationModel {
  return makers[relationModel](distance);
}

/**
 * The search that answers (known, relation, ?) or (?, relation, known), by the score that the model was trained with.
 *
 * @param scoring  a model card's `settings`
 * @param known    `[d]` vector of the known entity, of unit length where the model asks for it
 * @param side     which end is known
 * @param relation `[d]`
 */
export function linkQuery(scoring: Scoring, known: Float32Array, side: Side, relation: Float32Array): LinkQuery {
  const model = createRelationModel(scoring);
  return { vector: model.query(known, side, relation), metric: model.metric };
}
