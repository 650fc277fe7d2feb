import type { Side } from '../blp/relationModels/relationModel';

/**
 * All triples of a graph, for two questions: is this triple true, and what else answers this query.
 *
 * Compressed rows: the partners of an entity lie together, sorted by (relation, other end), one array a direction.
 */
export class KnownTriples {
  private readonly byHead: Rows;
  private readonly byTail: Rows;

  /** @param triples `[n, 3]` row-major: head, relation, tail */
  constructor(
    triples: Int32Array,
    private readonly entities: number,
  ) {
    this.byHead = rowsOf(triples, entities, 0, 2);
    this.byTail = rowsOf(triples, entities, 2, 0);
  }

  has(head: number, relation: number, tail: number): boolean {
    const { offsets, keys } = this.byHead;
    const key = relation * this.entities + tail;
    const at = lowerBound(keys, offsets[head]!, offsets[head + 1]!, key);
    return at < offsets[head + 1]! && keys[at] === key;
  }

  /** The known tails of (`known`, relation, ?) for side 'head', the known heads of (?, relation, `known`) for 'tail', each once. */
  *answers(side: Side, known: number, relation: number): Generator<number> {
    const { offsets, keys } = side === 'head' ? this.byHead : this.byTail;
    const first = relation * this.entities;
    const end = offsets[known + 1]!;
    let last = -1;
    for (let i = lowerBound(keys, offsets[known]!, end, first); i < end; i++) {
      const key = keys[i]!;
      if (key >= first + this.entities) break;
      if (key !== last) yield key - first;
      last = key;
    }
  }
}

interface Rows {
  /** `[entities + 1]`: where each entity's keys begin */
  readonly offsets: Int32Array;
  /** relation · entities + other end: exact in a double for any graph that fits in memory */
  readonly keys: Float64Array;
}

function rowsOf(triples: Int32Array, entities: number, ownColumn: number, otherColumn: number): Rows {
  const count = triples.length / 3;
  const offsets = new Int32Array(entities + 1);
  for (let i = 0; i < count; i++) offsets[triples[i * 3 + ownColumn]! + 1]!++;
  for (let i = 0; i < entities; i++) offsets[i + 1]! += offsets[i]!;
  const next = offsets.slice();
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const own = triples[i * 3 + ownColumn]!;
    keys[next[own]!++] = triples[i * 3 + 1]! * entities + triples[i * 3 + otherColumn]!;
  }
  for (let i = 0; i < entities; i++) keys.subarray(offsets[i], offsets[i + 1]).sort();
  return { offsets, keys };
}

function lowerBound(keys: Float64Array, from: number, to: number, key: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
