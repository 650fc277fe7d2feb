import type { Side } from '../../training/knownTriples';
import type { LinkQuery, RelationModel, RelationModelKind } from './relationModel';
import { transe } from './transe';

export * from './relationModel';

export const relationModels: Readonly<Record<RelationModelKind, RelationModel>> = { transe };

/**
 * The search that answers (known, relation, ?) or (?, relation, known).
 *
 * @param known    `[d]` vector of the known entity, of unit length where the model asks for it
 * @param side     which end is known
 * @param relation `[d]`
 */
export function linkQuery(kind: RelationModelKind, known: Float32Array, side: Side, relation: Float32Array): LinkQuery {
  const model = relationModels[kind];
  return { vector: model.query(known, side, relation), metric: model.metric };
}
