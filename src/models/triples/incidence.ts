/**
 * Which triples mention an entity.
 *
 * @param triples `[n, 3]` row-major: head, relation, tail
 * @returns for an entity the numbers of its triples, ascending, each once
 */
export function triplesOf(triples: Int32Array, entities: number): (entity: number) => Int32Array {
  const count = triples.length / 3;
  const offsets = new Int32Array(entities + 1);
  const ends = (triple: number): number[] => [...new Set([triples[triple * 3]!, triples[triple * 3 + 2]!])];
  for (let i = 0; i < count; i++) for (const entity of ends(i)) offsets[entity + 1]!++;
  for (let i = 0; i < entities; i++) offsets[i + 1]! += offsets[i]!;
  const next = offsets.slice();
  const numbers = new Int32Array(offsets[entities]!);
  for (let i = 0; i < count; i++) for (const entity of ends(i)) numbers[next[entity]!++] = i;
  return (entity) => numbers.subarray(offsets[entity], offsets[entity + 1]);
}

/** The triples of the given numbers, in their order: `[chosen, 3]`. */
export function selectTriples(triples: Int32Array, chosen: ArrayLike<number>): Int32Array {
  const selected = new Int32Array(chosen.length * 3);
  for (let i = 0; i < chosen.length; i++) {
    selected.set(triples.subarray(chosen[i]! * 3, chosen[i]! * 3 + 3), i * 3);
  }
  return selected;
}
