import type { TrainingData } from '../../../src/models/training/data';
import { Random } from '../../../src/shared/random';

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

/** Entities of {@link gridGraph} in a row. */
export const gridSide = 7;

/** A grid whose links are steps: one that is missing follows from the others. An entity without links comes first. */
export function gridGraph(): TrainingData {
  const side = gridSide;
  const steps = [
    ['east', 1, 0],
    ['north', 0, 1],
    ['north-east', 1, 1],
    ['far east', 2, 0],
  ] as const;
  const row = (x: number, y: number): number => 1 + x + y * side;
  const triples = Array.from(
    { length: side * side },
    (_, i) => [i % side, Math.floor(i / side)] as const,
  ).flatMap(([x, y]) =>
    steps.flatMap(([, dx, dy], relation) =>
      x + dx < side && y + dy < side ? [row(x, y), relation, row(x + dx, y + dy)] : [],
    ),
  );
  const entityIds = ['alone', ...Array.from({ length: side * side }, (_, i) => `e${i}`)];
  const relationIds = steps.map(([id]) => id);
  return {
    ...{ entityIds, relationIds, relationTexts: relationIds },
    texts: entityIds.map(() => 'all alike'),
    triples: Int32Array.from(triples),
  };
}

/** Two triples between three entities. */
export const twoTriples = (): TrainingData => ({
  entityIds: ['a', 'b', 'c'],
  texts: ['dog', 'cat', 'tree'],
  relationIds: ['r'],
  relationTexts: ['r'],
  triples: Int32Array.of(0, 0, 1, 1, 0, 2),
});

/** Triples that nothing follows from, each once: one half to train on and the other to validate with. */
export function randomGraph(entities: number, triples: number): TrainingData {
  const relations = 3;
  const possible = Int32Array.from({ length: relations * entities ** 2 }, (_, i) => i);
  const drawn = Random.of(0, 'random graph').shuffle(possible).subarray(0, triples);
  const rows = Array.from(drawn, (number) => [
    Math.floor(number / entities) % entities,
    Math.floor(number / entities ** 2),
    number % entities,
  ]);
  const entityIds = Array.from({ length: entities }, (_, i) => `e${i}`);
  const relationIds = Array.from({ length: relations }, (_, i) => `r${i}`);
  const half = Math.floor(triples / 2);
  return {
    ...{ entityIds, relationIds, relationTexts: relationIds },
    texts: entityIds,
    triples: Int32Array.from(rows.slice(0, half).flat()),
    validation: Int32Array.from(rows.slice(half).flat()),
  };
}
