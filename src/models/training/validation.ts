import { allFinite, normalizeRows } from '../../shared/vectors';
import { encodeTokens, type TextEncoder, type Weights } from '../encoders';
import type { RelationModel, Side } from '../blp/relationModels';
import { plainAlgebra } from '../blp/relationModels/algebra';
import { similarity } from '../blp/similarity';
import { rankingMetrics, rankOf } from '../metrics/ranking';
import type { KnownTriples } from '../triples/knownTriples';
import { Random } from '../../shared/random';

export type ValidationMetrics = ReturnType<typeof rankingMetrics>;

/**
 * Link prediction on held-out triples: filtered MRR and hits with realistic ranks, heads and tails both, against a
 * sample of the entities drawn once. With a sample the figures are higher than against all entities: they compare
 * states of one run.
 */
export class Validation {
  private readonly candidates: Int32Array;
  private readonly rowOf = new Map<number, number>();

  /**
   * @param triples `[n, 3]` row-major
   * @param known   all triples of the graph, these included
   * @param tokens  ids of every entity's text
   */
  constructor(
    private readonly triples: Int32Array,
    private readonly known: KnownTriples,
    private readonly tokens: readonly Int32Array[],
    options: { candidates: number; seed: number },
  ) {
    const asked = new Set(triples.filter((_, i) => i % 3 !== 1));
    const others = Random.of(options.seed, 'candidates').shuffle(Int32Array.from(tokens.keys()));
    for (const entity of others) {
      if (asked.size >= options.candidates) break;
      asked.add(entity);
    }
    this.candidates = Int32Array.from(asked).sort();
    this.candidates.forEach((entity, row) => this.rowOf.set(entity, row));
  }

  get size(): number {
    return this.triples.length / 3;
  }

  /**
   * @param relations `[relations, dimension]` row-major
   * @returns undefined when the weights give vectors that are not finite
   */
  async measure(
    encoder: TextEncoder,
    weights: Weights,
    model: RelationModel,
    relations: Float32Array,
  ): Promise<ValidationMetrics | undefined> {
    const width = encoder.dimension;
    const texts = Array.from(this.candidates, (entity) => this.tokens[entity]!);
    const vectors = await encodeTokens(encoder, weights, texts);
    if (![vectors, relations].every(allFinite)) return undefined;
    if (model.normalised) normalizeRows(vectors, width);
    const vectorOf = (row: number): Float32Array => vectors.subarray(row * width, (row + 1) * width);
    const scores = new Float32Array(this.candidates.length);
    const ranks: number[] = [];
    const rank = (side: Side, known: number, relation: number, answer: number): void => {
      const relationVector = relations.subarray(relation * width, (relation + 1) * width);
      const query = model.query(plainAlgebra, vectorOf(this.rowOf.get(known)!), side, relationVector);
      for (let row = 0; row < scores.length; row++)
        scores[row] = similarity(model.metric, query, vectorOf(row));
      const alsoTrue = new Set(this.known.answers(side, known, relation));
      const { realistic } = rankOf(scores, this.rowOf.get(answer)!, (row) =>
        alsoTrue.has(this.candidates[row]!),
      );
      ranks.push(realistic);
    };
    for (let i = 0; i < this.triples.length; i += 3) {
      const [head, relation, tail] = this.triples.subarray(i, i + 3) as unknown as [number, number, number];
      rank('head', head, relation, tail);
      rank('tail', tail, relation, head);
    }
    return rankingMetrics(ranks);
  }
}
