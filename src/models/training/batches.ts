import type { Random } from '../../shared/random';

/** How many batches' triples are sorted by length together: enough for even lengths, few enough to stay random. */
const batchesPerBucket = 50;

/** A mini-batch of B triples over the U distinct entities in it; each entity is encoded once. */
export interface TripleBatch {
  /** `[U]` entity numbers, in order of first appearance */
  readonly entities: Int32Array;
  /** `[B]` rows of `entities` */
  readonly heads: Int32Array;
  /** `[B]` relation numbers */
  readonly relations: Int32Array;
  /** `[B]` rows of `entities` */
  readonly tails: Int32Array;
}

/** Batches an epoch takes: their sizes differ by at most one, and none has a single triple and so no negatives. */
export function batchCount(triples: number, batchSize: number): number {
  return Math.max(1, Math.min(Math.ceil(triples / batchSize), Math.floor(triples / 2)));
}

/** Triples in an order in which neighbours in the graph stand together, and how many of them go into a batch together. */
export interface Neighbourhoods {
  /** `[triples]` numbers of triples, each once */
  readonly order: Int32Array;
  readonly size: number;
}

/**
 * The batches of one epoch, each triple in exactly one of them.
 *
 * Triples are shuffled, cut into buckets of some batches, sorted by length within a bucket, and the batches shuffled
 * again: texts of one batch are about equally long, so little is computed on padding. Neighbours are shuffled and sorted
 * together, by the longest of them.
 *
 * @param lengths `[triples]` tokens of the longer text of each triple; all alike where nothing is padded
 * @returns numbers of triples, a list a batch
 */
export function planEpoch(
  lengths: Int32Array,
  batchSize: number,
  random: Random,
  neighbourhoods?: Neighbourhoods,
): Int32Array[] {
  const triples = lengths.length;
  const groups = neighbourhoods && groupsOf(neighbourhoods, lengths);
  const order = groups ? shuffled(groups, random) : random.shuffle(Int32Array.from(lengths.keys()));
  const length = groups ? groups.longest : lengths;
  const batches = batchCount(triples, batchSize);
  const start = (batch: number): number => Math.floor((batch * triples) / batches);
  for (let batch = 0; batch < batches; batch += batchesPerBucket) {
    // What is as long as each other stays in its random order, and neighbours next to each other.
    order
      .subarray(start(batch), start(Math.min(batches, batch + batchesPerBucket)))
      .sort((a, b) => length[a]! - length[b]!);
  }
  return Array.from(random.shuffle(Int32Array.from({ length: batches }, (_, batch) => batch)), (batch) =>
    order.slice(start(batch), start(batch + 1)),
  );
}

interface Groups {
  readonly members: readonly Int32Array[];
  /** `[triples]` the longest length in the group of each */
  readonly longest: Int32Array;
}

function groupsOf({ order, size }: Neighbourhoods, lengths: Int32Array): Groups {
  const members = Array.from({ length: Math.ceil(order.length / size) }, (_, g) =>
    order.subarray(g * size, (g + 1) * size),
  );
  const longest = new Int32Array(order.length);
  for (const own of members) {
    const most = own.reduce((length, triple) => Math.max(length, lengths[triple]!), 0);
    for (const triple of own) longest[triple] = most;
  }
  return { members, longest };
}

function shuffled({ members, longest }: Groups, random: Random): Int32Array {
  const order = new Int32Array(longest.length);
  let at = 0;
  for (const g of random.shuffle(Int32Array.from(members.keys()))) {
    order.set(members[g]!, at);
    at += members[g]!.length;
  }
  return order;
}

/**
 * @param triples `[n, 3]` row-major: head, relation, tail
 * @param chosen  numbers of the batch's triples
 */
export function gatherBatch(triples: Int32Array, chosen: Int32Array): TripleBatch {
  const rows = new Map<number, number>();
  const rowOf = (entity: number): number => {
    const known = rows.get(entity);
    if (known !== undefined) return known;
    rows.set(entity, rows.size);
    return rows.size - 1;
  };
  const [heads, relations, tails] = [0, 1, 2].map(() => new Int32Array(chosen.length)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  chosen.forEach((triple, i) => {
    heads[i] = rowOf(triples[triple * 3]!);
    relations[i] = triples[triple * 3 + 1]!;
    tails[i] = rowOf(triples[triple * 3 + 2]!);
  });
  return { entities: Int32Array.from(rows.keys()), heads, relations, tails };
}
