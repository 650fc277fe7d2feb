import type { Bm25fParameters } from './bm25f';

/**
 * Before any training: a name says more of an entity than its description, what is related least; lengths of names
 * matter, since a word is more of a short one, those of lists of types and of related names do not.
 */
export const defaultParameters: Bm25fParameters = {
  k1: 1.2,
  weight: { names: 5, aliases: 4, description: 1, types: 0.5, related: 0.3 },
  b: { names: 0.75, aliases: 0.5, description: 0.75, types: 0, related: 0.75 },
  lengths: 'each',
};
