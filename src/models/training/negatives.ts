import type { TripleBatch } from './batches';
import type { KnownTriples } from '../triples/knownTriples';
import type { Random } from '../../shared/random';

/**
 * Corrupted triples of a batch, N for each of its B triples.
 *
 * Queries are numbered 0 … B − 1 for (head, relation, ?) and B … 2B − 1 for (?, relation, tail).
 */
export interface Negatives {
  /** `[B·N]` query whose answer is replaced; those of triple i lie at i·N … i·N + N − 1 */
  readonly queries: Int32Array;
  /** `[B·N]` rows of the batch's entities that replace it */
  readonly candidates: Int32Array;
  /** `[B·N]` 0 where the corrupted triple is in the graph after all and must not be pushed away, else 1 */
  readonly weights: Float32Array;
}

/**
 * In-batch negatives (Daza et al. 2021, appendix A): head or tail of a triple, at random, is replaced by an entity
 * drawn with replacement from the 2B − 2 places of the other triples in the batch.
 *
 * The authors' code takes true triples for negatives when they come up; with `known` these get weight 0.
 */
export function sampleNegatives(
  batch: TripleBatch,
  perTriple: number,
  random: Random,
  known?: KnownTriples,
): Negatives {
  const triples = batch.heads.length;
  const queries = new Int32Array(triples * perTriple);
  const candidates = new Int32Array(triples * perTriple);
  const weights = new Float32Array(triples * perTriple).fill(1);
  for (let i = 0; i < queries.length; i++) {
    const triple = Math.floor(i / perTriple);
    const replacesTail = random.below(2) === 0;
    const place = random.below(2 * triples - 2);
    const other = place >> 1 < triple ? place >> 1 : (place >> 1) + 1;
    queries[i] = replacesTail ? triple : triples + triple;
    candidates[i] = (place & 1) === 0 ? batch.heads[other]! : batch.tails[other]!;
    if (known) {
      const head = batch.entities[replacesTail ? batch.heads[triple]! : candidates[i]!]!;
      const tail = batch.entities[replacesTail ? candidates[i]! : batch.tails[triple]!]!;
      if (known.has(head, batch.relations[triple]!, tail)) weights[i] = 0;
    }
  }
  return { queries, candidates, weights };
}

/**
 * Negatives from the whole graph (Bordes et al. 2013, section 2): head or tail of a triple, at random, is replaced by an
 * entity drawn uniformly, with replacement, from all others.
 *
 * @param entities how many the graph has
 * @returns the negatives, and the batch with the drawn entities behind its own
 */
export function sampleFromGraph(
  batch: TripleBatch,
  perTriple: number,
  entities: number,
  random: Random,
  known?: KnownTriples,
): { batch: TripleBatch; negatives: Negatives } {
  const triples = batch.heads.length;
  const queries = new Int32Array(triples * perTriple);
  const candidates = new Int32Array(triples * perTriple);
  const weights = new Float32Array(triples * perTriple).fill(1);
  const rows = new Map(Array.from(batch.entities, (entity, row) => [entity, row]));
  for (let i = 0; i < queries.length; i++) {
    const triple = Math.floor(i / perTriple);
    const replacesTail = random.below(2) === 0;
    const [head, tail] = [batch.entities[batch.heads[triple]!]!, batch.entities[batch.tails[triple]!]!];
    const replaced = replacesTail ? tail : head;
    const drawn = random.below(entities - 1);
    const entity = drawn < replaced ? drawn : drawn + 1;
    if (!rows.has(entity)) rows.set(entity, rows.size);
    queries[i] = replacesTail ? triple : triples + triple;
    candidates[i] = rows.get(entity)!;
    const [from, to] = replacesTail ? [head, entity] : [entity, tail];
    if (known?.has(from, batch.relations[triple]!, to)) weights[i] = 0;
  }
  const extended = { ...batch, entities: Int32Array.from(rows.keys()) };
  return { batch: extended, negatives: { queries, candidates, weights } };
}

/**
 * Which entities of the batch answer a query beside the one in its triple, so that they do not count as wrong.
 *
 * @returns `[2B, U]` row-major in the order of {@link Negatives.queries}: 1 where the triple is in the graph, else 0
 */
export function otherAnswers(batch: TripleBatch, known: KnownTriples): Float32Array {
  const triples = batch.heads.length;
  const width = batch.entities.length;
  const mask = new Float32Array(2 * triples * width);
  const rows = new Map<number, number>();
  batch.entities.forEach((entity, row) => rows.set(entity, row));
  for (let query = 0; query < 2 * triples; query++) {
    const triple = query % triples;
    const side = query < triples ? 'head' : 'tail';
    const [given, asked] = side === 'head' ? [batch.heads, batch.tails] : [batch.tails, batch.heads];
    for (const answer of known.answers(side, batch.entities[given[triple]!]!, batch.relations[triple]!)) {
      const row = rows.get(answer);
      if (row !== undefined && row !== asked[triple]) mask[query * width + row] = 1;
    }
  }
  return mask;
}
