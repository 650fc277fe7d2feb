import type { Random } from '../../shared/random';

/**
 * One sample for all questions: the ends of the triples, and other entities drawn until there are `wanted`.
 *
 * @param triples  `[n, 3]` row-major, those that are asked about
 * @param entities how many there are to draw from, by row
 * @returns rows, ascending; more than `wanted` where the triples have more ends
 */
export function drawCandidates(
  triples: Int32Array,
  entities: number,
  wanted: number,
  random: Random,
): Int32Array {
  const drawn = new Set(triples.filter((_, i) => i % 3 !== 1));
  for (const entity of random.shuffle(Int32Array.from({ length: entities }, (_, row) => row))) {
    if (drawn.size >= wanted) break;
    drawn.add(entity);
  }
  return Int32Array.from(drawn).sort();
}
