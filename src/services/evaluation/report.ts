import {
  byCategory,
  byRelation,
  bySide,
  type Rankings,
  type RankingFigures,
  reportOf,
} from '../../models/evaluation';
import type { EvaluatedGraph } from './graph';

/** Relations that have figures of their own: those with the most triples. */
const mostRelations = 20;

/** How well a model finds the missing ends of triples that its training held out. */
export interface ModelEvaluation extends RankingFigures {
  /** triples asked about, twice each: for the tail and for the head */
  readonly triples: number;
  /** entities that the true one was ranked among */
  readonly candidates: number;
  /** triples that training held out, of the relations asked about */
  readonly heldOut: number;
  readonly leftOut: LeftOut;
}

/** What could not take part. */
export interface LeftOut {
  /** held-out triples that the graph no longer has */
  readonly deletedTriples: number;
  /** held-out triples with an entity that has no vector */
  readonly triplesWithoutVector: number;
  /** entities that have no vector, and so were no candidates */
  readonly entitiesWithoutVector: number;
}

/** All, and by side, by category of the relation in the graph as it is, and by relation. */
export function figuresByGroup(rankings: Rankings, { triples, relationIds }: EvaluatedGraph): RankingFigures {
  return reportOf(rankings, {
    side: bySide(rankings),
    category: byCategory(rankings, triples, relationIds.length),
    relation: byRelation(rankings, (row) => relationIds[row]!, mostRelations),
  });
}
