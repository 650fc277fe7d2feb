import type { TrainingData } from '../../../src/models/training/data';

const nouns = ['dog', 'cat', 'tree', 'house', 'telephone', 'animal', 'water', 'fire', 'earth', 'air'];

/** A small graph whose links follow from its texts: what is named after a noun is linked to the noun. */
export function smallGraph(entities = 60): TrainingData {
  const noun = (i: number): number => (i * 7) % nouns.length;
  const triples: number[] = [];
  for (let i = nouns.length; i < entities; i++) triples.push(i, 0, noun(i), noun(i), 1, i);
  return {
    entityIds: Array.from({ length: entities }, (_, i) => `e${i}`),
    texts: Array.from({ length: entities }, (_, i) =>
      i < nouns.length
        ? nouns[i]!
        : `${['small', 'large', 'young'][i % 3]} ${nouns[noun(i)]}${' of fire'.repeat(i % 4)}`,
    ),
    relationIds: ['is', 'has'],
    relationTexts: ['is named after', 'gives its name to'],
    triples: Int32Array.from(triples),
  };
}
