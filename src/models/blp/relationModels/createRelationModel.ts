import { complex } from './complex';
import { distmult } from './distmult';
import { kgBert } from './kgBert';
import type { Distance, RelationModel, RelationModelKind } from './relationModel';
import { rotate } from './rotate';
import { textQuery } from './textQuery';
import { simple } from './simple';
import { transe } from './transe';

/** What a model's settings, or its card's, say about its scores. */
export interface Scoring {
  readonly relationModel: RelationModelKind;
  readonly distance: Distance;
}

export function createRelationModel({ relationModel, distance }: Scoring): RelationModel {
  const models: Record<RelationModelKind, RelationModel> = {
    ...{ transe: transe(distance), distmult, complex, simple, rotate },
    'text-query': textQuery,
    'kg-bert': kgBert,
  };
  return models[relationModel];
}
