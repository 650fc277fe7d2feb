import { tf } from '../backend';
import type { TextEncoder, Weights } from '../encoders/textEncoder';
import { padBatch, type TokenBatch } from '../encoders/tokenBatch';
import { contrastiveLoss, l2Penalty, marginLoss, negativeLogLikelihood } from '../blp/losses';
import type { RelationModel } from '../blp/relationModels';
import { tensorAlgebra } from '../blp/relationModels/tensorAlgebra';
import { pairwise, rowwise, unitRows } from '../blp/tensorSimilarity';
import type { TripleBatch } from './batches';
import type { KnownTriples } from '../triples/knownTriples';
import { type Negatives, otherAnswers, sampleNegatives } from './negatives';
import type { Random } from '../../shared/random';
import type { TrainingSettings } from './settings';

/** Names of the trainable weights beside the encoder's. */
export const relationVectors = 'relation.vectors';
export const logScale = 'contrastive.log_scale';

/** A batch with everything its loss needs that is no tensor. */
export interface PreparedBatch {
  readonly triples: TripleBatch;
  readonly tokens: TokenBatch;
  /** for margin and nll */
  readonly negatives?: Negatives;
  /** for contrastive: `[2B, U]`, see {@link otherAnswers} */
  readonly masked?: Float32Array;
}

/** The loss of a batch as a function of the weights (spec: Daza et al. 2021, section 3). */
export class Objective {
  constructor(
    private readonly encoder: TextEncoder,
    private readonly model: RelationModel,
    private readonly settings: TrainingSettings,
    private readonly known: KnownTriples,
  ) {}

  /** @param texts token ids of every entity of the graph */
  prepare(triples: TripleBatch, texts: readonly Int32Array[], random: Random): PreparedBatch {
    const tokens = padBatch(Array.from(triples.entities, (entity) => texts[entity]!));
    const { loss, filterNegatives, negatives } = this.settings;
    if (loss !== 'contrastive') {
      const known = filterNegatives ? this.known : undefined;
      return { triples, tokens, negatives: sampleNegatives(triples, negatives, random, known) };
    }
    const nothing = new Float32Array(2 * triples.heads.length * triples.entities.length);
    return { triples, tokens, masked: filterNegatives ? otherAnswers(triples, this.known) : nothing };
  }

  /** Differentiable in every weight of `weights`. */
  loss(weights: Weights, { triples, tokens, negatives, masked }: PreparedBatch): tf.Scalar {
    const raw = this.encoder.embed(weights, tokens);
    const entities = this.model.normalised ? unitRows(raw) : raw;
    const heads = tf.gather(entities, triples.heads);
    const tails = tf.gather(entities, triples.tails);
    const relations = tf.gather(weights[relationVectors] as tf.Tensor2D, triples.relations);
    const queries = tf.concat([
      this.model.query(tensorAlgebra, heads, 'head', relations),
      this.model.query(tensorAlgebra, tails, 'tail', relations),
    ]);
    const fit = negatives
      ? this.pairLoss(queries, entities, tails, negatives)
      : contrastiveLoss(
          pairwise(this.model.metric, queries, entities),
          tf.concat([tf.tensor1d(triples.tails, 'int32'), tf.tensor1d(triples.heads, 'int32')]),
          tf.tensor2d(masked!, [queries.shape[0], entities.shape[0]]),
          tf.exp(weights[logScale] as tf.Scalar),
        );
    const { l2 } = this.settings;
    return l2 === 0 ? fit : tf.add(fit, l2Penalty(l2, heads, tails, relations));
  }

  private pairLoss(
    queries: tf.Tensor2D,
    entities: tf.Tensor2D,
    tails: tf.Tensor2D,
    negatives: Negatives,
  ): tf.Scalar {
    const triples = tails.shape[0];
    const shape: [number, number] = [triples, negatives.queries.length / triples];
    const { metric } = this.model;
    const scores = {
      positive: rowwise(metric, tf.slice(queries, [0, 0], [triples, -1]), tails),
      negative: tf.reshape<tf.Rank.R2>(
        rowwise(metric, tf.gather(queries, negatives.queries), tf.gather(entities, negatives.candidates)),
        shape,
      ),
      weights: tf.tensor2d(negatives.weights, shape),
    };
    return this.settings.loss === 'margin'
      ? marginLoss(scores, this.settings.margin)
      : negativeLogLikelihood(scores);
  }
}
