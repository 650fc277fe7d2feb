import type { Random } from '../../shared/random';

/**
 * A text without some of its tokens, each left out with the same probability: what is learned from it then cannot hang on
 * one of them. The first and the last stay, which for BERT are its marks.
 *
 * Source: Iyyer et al., "Deep unordered composition rivals syntactic methods for text classification" (2015), section 3.
 *
 * @param share of the tokens, in [0, 1)
 */
export function thinned(tokens: Int32Array, share: number, random: Random): Int32Array {
  return tokens.filter((_, i) => i === 0 || i === tokens.length - 1 || random.uniform() >= share);
}

/**
 * The texts of some entities, thinned.
 *
 * @param texts of all entities
 * @returns in their places; the others' places are empty
 */
export function thinnedTexts(
  texts: readonly Int32Array[],
  entities: Int32Array,
  share: number,
  random: Random,
): readonly Int32Array[] {
  if (share === 0) return texts;
  const found: Int32Array[] = [];
  for (const entity of entities) found[entity] = thinned(texts[entity]!, share, random);
  return found;
}
