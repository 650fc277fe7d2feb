import type { Metric } from '../similarity';
import type { Algebra } from './algebra';

export const relationModelKinds = [
  'transe',
  'distmult',
  'complex',
  'simple',
  'rotate',
  'text-query',
  'kg-bert',
] as const;

export type RelationModelKind = (typeof relationModelKinds)[number];

/** How far apart two vectors are, where TransE is asked; L1 is the paper's. */
export const distances = ['l1', 'l2'] as const;

export type Distance = (typeof distances)[number];

/** Which end of a triple is given; the other is asked for. */
export type Side = 'head' | 'tail';

/** What the vectors of a model are: how they are compared, and what shape they must have. */
export interface Space {
  /** how a query and a candidate become a score */
  readonly metric: Metric;
  /** whether entity vectors are scaled to unit length before they are scored */
  readonly normalised: boolean;
  /** whether vectors are made of two parts, so that the dimension must be even */
  readonly even: boolean;
}

/**
 * A score of (head, relation, tail), higher is better, that can be written as the similarity of a query, made of the
 * known entity and the relation, with the other entity. So one search finds heads and tails alike, and training scores
 * what serving scores.
 */
export interface VectorModel extends Space {
  readonly queryOf: 'vectors';

  /**
   * @param known    vector of the known entity, `[d]` (or `[n, d]` of many)
   * @param side     which end is known
   * @param relation likewise
   * @returns likewise
   */
  query<V>(algebra: Algebra<V>, known: V, side: Side, relation: V): V;
}

/**
 * A query that an encoder makes of the known entity's text and the relation's, read together; so it can ask about a
 * relation that was never trained.
 */
export interface TextModel extends Space {
  readonly queryOf: 'text';
}

/**
 * A score that an encoder reads from head, relation and tail together. Entities have no vectors, so every candidate is
 * read anew with every question, and no search by vectors finds the best.
 */
export interface TripleModel {
  readonly queryOf: 'none';
}

export type RelationModel = VectorModel | TextModel | TripleModel;
