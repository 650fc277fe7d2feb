import { normalizeRows, rowOf } from '../../shared/vectors';
import { plainAlgebra } from './relationModels/algebra';
import type { Side, VectorModel } from './relationModels/relationModel';

/** What is asked: (known, relation, ?) where the known end is the head, (?, relation, known) where it is the tail. */
export interface Question {
  /** entity, by row */
  readonly known: number;
  readonly side: Side;
  /** by row */
  readonly relation: number;
}

/** The vector, `[d]`, that candidates are compared with to answer a question. */
export type QueryOf = (question: Question) => Float32Array;

/** Queries made of the vectors of entities and relations. */
export function linkQueries(
  model: VectorModel,
  entityOf: (entity: number) => Float32Array,
  relationOf: (relation: number) => Float32Array,
): QueryOf {
  return ({ known, side, relation }) =>
    model.query(plainAlgebra, entityOf(known), side, relationOf(relation));
}

/**
 * Queries read from texts, all that some triples ask, each once.
 *
 * @param triples `[n, 3]` row-major
 * @param encode  the encoder's vectors of questions, `[questions, dimension]` row-major
 */
export async function readQueries(
  triples: Int32Array,
  dimension: number,
  encode: (questions: readonly Question[]) => Promise<Float32Array>,
): Promise<QueryOf> {
  const key = ({ known, side, relation }: Question) => `${known} ${side} ${relation}`;
  const questions = new Map<string, Question>();
  for (let i = 0; i < triples.length; i += 3) {
    const [head, relation, tail] = triples.subarray(i, i + 3) as unknown as [number, number, number];
    const both: Question[] = [
      { known: head, side: 'head', relation },
      { known: tail, side: 'tail', relation },
    ];
    for (const question of both) questions.set(key(question), question);
  }
  const vectors = normalizeRows(await encode([...questions.values()]), dimension);
  const rows = new Map([...questions.keys()].map((name, row) => [name, row]));
  return (question) => rowOf(vectors, rows.get(key(question))!, dimension);
}
