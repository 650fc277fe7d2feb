import type { Side } from './relationModel';

/** Where TransE seeks the other entity: the tail near h + r, the head near t − r. All `[d]`. */
export function transeQuery(known: Float32Array, side: Side, relation: Float32Array): Float32Array {
  const sign = side === 'head' ? 1 : -1;
  return known.map((value, i) => value + sign * relation[i]!);
}
