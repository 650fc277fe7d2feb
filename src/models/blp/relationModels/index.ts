import type { Scoring } from './linkQuery';
import type { Distance, RelationModel, RelationModelKind } from './relationModel';
import { transe } from './transe';

export * from './linkQuery';
export * from './relationModel';

const makers: Readonly<Record<RelationModelKind, (distance: Distance) => RelationModel>> = { transe };

export function createRelationModel({ relationModel, distance }: Scoring): RelationModel {
  return makers[relationModel](distance);
}
