import { tf } from '../../backend';
import { contrastiveLoss, l2Penalty, pairLoss } from '../../blp/losses';
import type { TextModel, VectorModel } from '../../blp/relationModels';
import { tensorAlgebra } from '../../blp/relationModels/tensorAlgebra';
import { pairwise, rowwise, unitRows } from '../../blp/tensorSimilarity';
import { relationVectorsFromText } from '../../blp/textRelations';
import type { TextEncoder, Weights } from '../../encoders/textEncoder';
import { padBatch, type TokenBatch } from '../../encoders/tokenBatch';
import type { KnownTriples } from '../../triples/knownTriples';
import type { TripleBatch } from '../batches';
import type { EntityMemory, Remembered } from '../entityMemory';
import { type Negatives, otherAnswers, sampleFromGraph, sampleNegatives } from '../negatives';
import type { TrainingSettings } from '../settings';
import { thinnedTexts } from '../thinning';
import { type GraphTokens, queryTokens } from '../tokens';
import type { BatchLoss, Objective, Observe, StepRandom } from './objective';

/** Names of the trainable weights beside the encoder's. */
export const relationVectors = 'relation.vectors';
export const relationProjection = 'relation.projection';
export const logScale = 'contrastive.log_scale';

/** A batch of B triples over U entities with everything its loss needs that is no tensor. */
interface PreparedBatch {
  readonly triples: TripleBatch;
  /** `[U]` texts of the entities */
  readonly entities: TokenBatch;
  /** `[2B]` texts of the queries, where they are read: those that know the head, then those that know the tail */
  readonly queries?: TokenBatch;
  /** texts of the batch's relations, where their vectors are read, and which of them each triple has */
  readonly relations?: { readonly texts: TokenBatch; readonly rows: Int32Array };
  /** for the losses over pairs */
  readonly negatives?: Negatives;
  /** for contrastive: `[2B, U]`, see {@link otherAnswers} */
  readonly masked?: Float32Array;
  /** for contrastive: further wrong answers */
  readonly remembered?: Remembered;
}

/** Linking the vectors of a batch's entities as its triples do (Daza et al. 2021, section 3). */
export class LinkObjective implements Objective {
  constructor(
    private readonly encoder: TextEncoder,
    private readonly model: VectorModel | TextModel,
    private readonly settings: TrainingSettings,
    private readonly known: KnownTriples,
  ) {}

  prepare(triples: TripleBatch, tokens: GraphTokens, random: StepRandom, memory?: EntityMemory): BatchLoss {
    const batch = this.draw(triples, tokens, random, memory);
    return (weights, observe) => this.loss(weights, batch, observe);
  }

  /** What the loss of a batch needs beside the weights. */
  draw(triples: TripleBatch, tokens: GraphTokens, random: StepRandom, memory?: EntityMemory): PreparedBatch {
    const { loss, filterNegatives, negatives: count, negativesFrom } = this.settings;
    const known = filterNegatives ? this.known : undefined;
    if (loss !== 'contrastive' && negativesFrom === 'graph') {
      const drawn = sampleFromGraph(triples, count, tokens.entities.length, random('negatives'), known);
      return { ...this.read(drawn.batch, tokens, random), negatives: drawn.negatives };
    }
    const read = this.read(triples, tokens, random);
    if (loss !== 'contrastive') {
      return { ...read, negatives: sampleNegatives(triples, count, random('negatives'), known) };
    }
    const nothing = new Float32Array(2 * triples.heads.length * triples.entities.length);
    const masked = filterNegatives ? otherAnswers(triples, this.known) : nothing;
    return { ...read, masked, remembered: memory?.recall(triples, this.known) };
  }

  loss(weights: Weights, batch: PreparedBatch, observe?: Observe): tf.Scalar {
    const { triples, negatives } = batch;
    const entities = this.vectors(weights, batch.entities);
    observe?.(entities);
    const heads = tf.gather(entities, triples.heads);
    const tails = tf.gather(entities, triples.tails);
    const relations = this.model.queryOf === 'text' ? undefined : this.relations(weights, batch);
    const queries = relations ? this.combine(heads, relations, tails) : this.vectors(weights, batch.queries!);
    const fit = negatives
      ? this.pairLoss(queries, entities, tails, negatives)
      : this.softmaxLoss(weights, queries, entities, batch);
    const { l2 } = this.settings;
    return l2 === 0
      ? fit
      : tf.add(fit, l2Penalty(l2, relations ? [heads, tails, relations] : [heads, tails]));
  }

  private read(triples: TripleBatch, tokens: GraphTokens, random: StepRandom) {
    const { tokenDropout } = this.settings;
    const texts = (purpose: string) =>
      thinnedTexts(tokens.entities, triples.entities, tokenDropout, random(purpose));
    const own = texts('tokens of entities');
    const entities = padBatch(Array.from(triples.entities, (entity) => own[entity]!));
    const ofQueries = () => ({ ...tokens, entities: texts('tokens of queries') });
    return { triples, entities, ...this.textsOfLinks(triples, tokens, ofQueries) };
  }

  private textsOfLinks(
    triples: TripleBatch,
    tokens: GraphTokens,
    ofQueries: () => GraphTokens,
  ): Pick<PreparedBatch, 'queries' | 'relations'> {
    if (this.model.queryOf === 'text') {
      const asked = ofQueries();
      const known = (side: 'head' | 'tail', rows: Int32Array) =>
        Array.from(rows, (row, i) =>
          queryTokens(this.encoder, asked, triples.entities[row]!, side, triples.relations[i]!),
        );
      return { queries: padBatch([...known('head', triples.heads), ...known('tail', triples.tails)]) };
    }
    if (this.settings.relationEncoder === 'table') return {};
    const distinct = [...new Set(triples.relations)];
    return {
      relations: {
        texts: padBatch(distinct.map((relation) => tokens.relations.head[relation]!)),
        rows: triples.relations.map((relation) => distinct.indexOf(relation)),
      },
    };
  }

  /** `[rows, d]` of entities or of queries. */
  private vectors(weights: Weights, texts: TokenBatch): tf.Tensor2D {
    const raw = this.encoder.embed(weights, texts);
    return this.model.normalised ? unitRows(raw) : raw;
  }

  /** `[B, d]` */
  private relations(weights: Weights, { triples, relations }: PreparedBatch): tf.Tensor2D {
    if (!relations) return tf.gather(weights[relationVectors] as tf.Tensor2D, triples.relations);
    const raw = this.encoder.embed(weights, relations.texts);
    return tf.gather(
      relationVectorsFromText(raw, weights[relationProjection] as tf.Tensor2D),
      relations.rows,
    );
  }

  /** `[2B, d]` */
  private combine(heads: tf.Tensor2D, relations: tf.Tensor2D, tails: tf.Tensor2D): tf.Tensor2D {
    const { model } = this;
    if (model.queryOf === 'text') throw new Error('Its queries are read, not made of vectors.');
    return tf.concat([
      model.query(tensorAlgebra, heads, 'head', relations),
      model.query(tensorAlgebra, tails, 'tail', relations),
    ]);
  }

  private softmaxLoss(
    weights: Weights,
    queries: tf.Tensor2D,
    entities: tf.Tensor2D,
    { triples, masked, remembered }: PreparedBatch,
  ): tf.Scalar {
    const [asked, count] = [queries.shape[0], entities.shape[0]];
    const own = tf.tensor2d(masked!, [asked, count]);
    const targets = tf.concat([tf.tensor1d(triples.tails, 'int32'), tf.tensor1d(triples.heads, 'int32')]);
    const scale = tf.exp(weights[logScale] as tf.Scalar);
    const { metric } = this.model;
    if (!remembered) return contrastiveLoss(pairwise(metric, queries, entities), targets, own, scale);
    const more = remembered.masked.length / asked;
    const candidates = tf.concat([entities, tf.tensor2d(remembered.vectors, [more, entities.shape[1]])]);
    const all = tf.concat([own, tf.tensor2d(remembered.masked, [asked, more])], 1);
    return contrastiveLoss(pairwise(metric, queries, candidates), targets, all, scale);
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
    return pairLoss(scores, this.settings);
  }
}
