import { allFinite, normalizeRows, rowOf } from '../../shared/vectors';
import { linkQueries, type QueryOf, readQueries } from '../blp/queries';
import type { TextModel, VectorModel } from '../blp/relationModels';
import { encodeTokens, type TextEncoder, type Weights } from '../encoders';
import { drawCandidates, figuresOf, type Rankings, rankTriples } from '../evaluation';
import type { KnownTriples } from '../triples/knownTriples';
import { Random } from '../../shared/random';
import { relationTable } from './relationTable';
import { type GraphTokens, queryTokens } from './tokens';

export type ValidationMetrics = Record<'mrr' | 'hits@1' | 'hits@3' | 'hits@10', number>;

/** Measures how well links are predicted that are kept from training. */
export interface Validates {
  /** @returns undefined when the weights give numbers that are not finite */
  measure(weights: Weights): Promise<ValidationMetrics | undefined>;
}

export interface ValidationTask {
  readonly encoder: TextEncoder;
  readonly tokens: GraphTokens;
  /** `[n, 3]` row-major */
  readonly triples: Int32Array;
  /** all triples of the graph, these included */
  readonly known: KnownTriples;
  /** how many entities the true one is ranked among */
  readonly candidates: number;
  readonly seed: number;
}

/**
 * Link prediction on held-out triples: filtered MRR and hits with realistic ranks, heads and tails both, against a
 * sample of the entities drawn once. With a sample the figures are higher than against all entities: they compare
 * states of one run.
 */
export class Validation implements Validates {
  private readonly candidates: Int32Array;
  private readonly place = new Map<number, number>();

  constructor(private readonly task: ValidationTask & { readonly model: VectorModel | TextModel }) {
    const { triples, tokens, candidates, seed } = task;
    const random = Random.of(seed, 'candidates');
    this.candidates = drawCandidates(triples, tokens.entities.length, candidates, random);
    this.candidates.forEach((entity, place) => this.place.set(entity, place));
  }

  async measure(weights: Weights): Promise<ValidationMetrics | undefined> {
    const { encoder, model, tokens, triples, known } = this.task;
    const { dimension } = encoder;
    const texts = Array.from(this.candidates, (entity) => tokens.entities[entity]!);
    const vectors = await encodeTokens(encoder, weights, texts);
    if (!allFinite(vectors)) return undefined;
    if (model.normalised) normalizeRows(vectors, dimension);
    const vectorOf = (entity: number) => rowOf(vectors, this.place.get(entity)!, dimension);
    const queryOf = await this.queries(weights, vectorOf);
    if (!queryOf) return undefined;
    const { metric } = model;
    const rankings = await rankTriples({
      ...{ triples, candidates: this.candidates, known, metric, dimension, vectorOf, queryOf },
    });
    return metricsOf(rankings);
  }

  private async queries(
    weights: Weights,
    vectorOf: (entity: number) => Float32Array,
  ): Promise<QueryOf | undefined> {
    const { encoder, model, tokens, triples } = this.task;
    const { dimension } = encoder;
    if (model.queryOf === 'text') {
      return readQueries(triples, dimension, (asked) =>
        encodeTokens(
          encoder,
          weights,
          asked.map(({ known, side, relation }) => queryTokens(encoder, tokens, known, side, relation)),
        ),
      );
    }
    const relations = await relationTable(encoder, weights, tokens);
    if (!allFinite(relations)) return undefined;
    return linkQueries(model, vectorOf, (relation) => rowOf(relations, relation, dimension));
  }
}

/** Filtered figures with realistic ranks, of heads and tails together. */
export function metricsOf(rankings: Rankings): ValidationMetrics {
  const all = [...Array(rankings.size).keys()];
  const { mrr, ...figures } = figuresOf(rankings, all).filtered.realistic;
  return { mrr, 'hits@1': figures['hits@1'], 'hits@3': figures['hits@3'], 'hits@10': figures['hits@10'] };
}
