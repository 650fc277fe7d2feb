import type { tf } from '../../backend';
import type { Metric } from '../similarity';

/** What remains to be added: distmult, complex, simple, rotate. */
export const relationModelKinds = ['transe'] as const;

export type RelationModelKind = (typeof relationModelKinds)[number];

/** How far apart two vectors are, for the models that score by distance; L1 is the paper's. */
export const distances = ['l1', 'l2'] as const;

export type Distance = (typeof distances)[number];

/** Which end of a triple is given; the other is asked for. */
export type Side = 'head' | 'tail';

/** The vector to search candidates with; the score of a candidate is −distance or the inner product. */
export interface LinkQuery {
  readonly vector: Float32Array;
  readonly metric: Metric;
}

/**
 * A score of (head, relation, tail) that can be written as the similarity of a query, made of the known entity and
 * the relation, with the other entity. So one search finds heads and tails alike, and training scores what serving
 * scores.
 */
export interface RelationModel {
  readonly kind: RelationModelKind;
  readonly metric: Metric;
  /** whether entity vectors are scaled to unit length before they are scored */
  readonly normalised: boolean;

  /**
   * @param known    `[n, d]` vectors of the known entities
   * @param side     which end is known
   * @param relation `[n, d]`
   * @returns `[n, d]`
   */
  queries(known: tf.Tensor2D, side: Side, relation: tf.Tensor2D): tf.Tensor2D;

  /** The same for one query in plain arithmetic, `[d]`. */
  query(known: Float32Array, side: Side, relation: Float32Array): Float32Array;
}
