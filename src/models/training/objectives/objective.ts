import type { tf } from '../../backend';
import type { Weights } from '../../encoders/textEncoder';
import type { Random } from '../../../shared/random';
import type { TripleBatch } from '../batches';
import type { EntityMemory } from '../entityMemory';
import type { GraphTokens } from '../tokens';

/** Random numbers of one step, a stream for each purpose. */
export type StepRandom = (purpose: string) => Random;

/** Told the vectors of a batch's entities, `[U, d]`, where the loss is made of such. */
export type Observe = (entities: tf.Tensor2D) => void;

/** The loss of one batch, differentiable in every weight that it reads. */
export type BatchLoss = (weights: Weights, observe?: Observe) => tf.Scalar;

/** What training makes smaller. */
export interface Objective {
  /** Draw and tokenise all that the loss of a batch needs; what is left is arithmetic on the weights. */
  prepare(triples: TripleBatch, tokens: GraphTokens, random: StepRandom, memory?: EntityMemory): BatchLoss;
}
