import type { Random } from '../../shared/random';
import type { KnownTriples } from '../triples/knownTriples';

/** Draws until an entity is found that makes a triple false; where nearly all are true answers, it gives up. */
const attempts = 100;

export interface Corruption {
  /** corrupted triples for each true one */
  readonly perTriple: number;
  /** entities to draw from, by row */
  readonly entities: Int32Array;
  readonly random: Random;
  /** what must not be taken for false */
  readonly known?: KnownTriples;
}

/**
 * Triples with head or tail, at random, replaced by an entity drawn uniformly from the graph, and drawn again as long as
 * the triple is in the graph after all (Yao et al. 2019, section 3.3; their code draws the end once a triple).
 *
 * @param triples `[n, 3]` row-major
 * @returns `triples` `[n · perTriple, 3]`, those of triple i from i · perTriple on; `weights` `[n · perTriple]` 0 where
 *          no false one was found, else 1
 */
export function corruptTriples(
  triples: Int32Array,
  { perTriple, entities, random, known }: Corruption,
): { triples: Int32Array; weights: Float32Array } {
  const count = (triples.length / 3) * perTriple;
  const corrupted = new Int32Array(count * 3);
  const weights = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const from = Math.floor(i / perTriple) * 3;
    const own = corrupted.subarray(i * 3, i * 3 + 3);
    own.set(triples.subarray(from, from + 3));
    const end = random.below(2) * 2;
    const replaced = own[end]!;
    for (let attempt = 0; attempt < attempts && weights[i] === 0; attempt++) {
      own[end] = entities[random.below(entities.length)]!;
      if (own[end] !== replaced && !known?.has(own[0]!, own[1]!, own[2]!)) weights[i] = 1;
    }
  }
  return { triples: corrupted, weights };
}
