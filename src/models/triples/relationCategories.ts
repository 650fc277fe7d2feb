/** How many tails a head has by a relation, and how many heads a tail. */
export const relationCategories = ['1-1', '1-n', 'n-1', 'n-n'] as const;

export type RelationCategory = (typeof relationCategories)[number];

/** From this many on, on average, there are several. Source: Bordes et al. 2013, section 4.3. */
const several = 1.5;

/**
 * The category of each relation, from the triples that are given; a relation without triples counts as 1-1.
 *
 * @param triples `[n, 3]` row-major: head, relation, tail
 */
export function categoriesOf(triples: Int32Array, relations: number): RelationCategory[] {
  const heads = Array.from({ length: relations }, () => new Set<number>());
  const tails = Array.from({ length: relations }, () => new Set<number>());
  const count = new Int32Array(relations);
  for (let i = 0; i < triples.length; i += 3) {
    const relation = triples[i + 1]!;
    heads[relation]!.add(triples[i]!);
    tails[relation]!.add(triples[i + 2]!);
    count[relation]!++;
  }
  return Array.from(count, (triplesOfIt, relation) => {
    const headsOfATail = triplesOfIt / Math.max(1, tails[relation]!.size);
    const tailsOfAHead = triplesOfIt / Math.max(1, heads[relation]!.size);
    return `${headsOfATail < several ? '1' : 'n'}-${tailsOfAHead < several ? '1' : 'n'}` as const;
  });
}
