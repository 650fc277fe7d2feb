import type { Random } from '../../shared/random';
import { triplesOf } from './incidence';

/**
 * All triples in an order of trails: from some triple on, the next is one of those not yet taken that its end has, as
 * long as there are any. What stands near in the order is near in the graph.
 *
 * @param triples `[n, 3]` row-major
 * @returns numbers of triples, each once
 */
export function trailOrder(triples: Int32Array, entities: number, random: Random): Int32Array {
  const count = triples.length / 3;
  const incident = triplesOf(triples, entities);
  const rest = Array.from({ length: entities }, (_, entity) => random.shuffle(incident(entity).slice()));
  const next = new Int32Array(entities);
  const taken = new Uint8Array(count);
  const order = new Int32Array(count);
  let at = 0;
  const untaken = (entity: number): number | undefined => {
    const own = rest[entity]!;
    while (next[entity]! < own.length && taken[own[next[entity]!]!] === 1) next[entity]!++;
    return own[next[entity]!];
  };
  for (const start of random.shuffle(Int32Array.from({ length: count }, (_, triple) => triple))) {
    if (taken[start] === 1) continue;
    let entity = triples[start * 3 + (random.below(2) === 0 ? 0 : 2)]!;
    for (let triple: number | undefined = start; triple !== undefined; triple = untaken(entity)) {
      taken[triple] = 1;
      order[at++] = triple;
      const [head, tail] = [triples[triple * 3]!, triples[triple * 3 + 2]!];
      entity = entity === head ? tail : head;
    }
  }
  return order;
}
