import type { Random } from '../../shared/random';
import { selectTriples } from './incidence';

/**
 * So many of the triples, drawn without replacement, in their order; all of them where there are no more.
 *
 * @param triples `[n, 3]` row-major
 */
export function sampleTriples(triples: Int32Array, wanted: number, random: Random): Int32Array {
  const rows = random.shuffle(Int32Array.from({ length: triples.length / 3 }, (_, i) => i));
  return selectTriples(triples, rows.subarray(0, wanted).sort());
}
