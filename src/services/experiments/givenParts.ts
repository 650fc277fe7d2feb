import { selectTriples } from '../../models/triples/incidence';

/** Of validation and test: what training has too, and what it does not know. */
export type Overlap = Readonly<Record<'validation' | 'test', OverlapCounts>>;

export interface OverlapCounts {
  /** triples that training has too, whose answer it has therefore seen */
  readonly inTraining: number;
  /** entities that training has no triple of */
  readonly unknownEntities: number;
}

/** @param triples `[n, 3]`; of equal ones the first stays */
export function withoutRepeated(triples: Int32Array): Int32Array {
  const seen = new Set<string>();
  const kept: number[] = [];
  for (let i = 0; i < triples.length / 3; i++) {
    const before = seen.size;
    if (seen.add(keyOf(triples, i)).size > before) kept.push(i);
  }
  return selectTriples(triples, kept);
}

/** @param training `[n, 3]`, as the others are */
export function overlapOf(
  training: Int32Array,
  { validation, test }: Readonly<Record<'validation' | 'test', Int32Array>>,
): Overlap {
  const count = training.length / 3;
  const known = new Set(Array.from({ length: count }, (_, i) => keyOf(training, i)));
  const entities = new Set(entitiesOf(training));
  const compare = (triples: Int32Array): OverlapCounts => ({
    inTraining: Array.from({ length: triples.length / 3 }, (_, i) => keyOf(triples, i)).filter((key) =>
      known.has(key),
    ).length,
    unknownEntities: [...new Set(entitiesOf(triples))].filter((entity) => !entities.has(entity)).length,
  });
  return { validation: compare(validation), test: compare(test) };
}

function keyOf(triples: Int32Array, i: number): string {
  return `${triples[i * 3]} ${triples[i * 3 + 1]} ${triples[i * 3 + 2]}`;
}

function entitiesOf(triples: Int32Array): Int32Array {
  return triples.filter((_, i) => i % 3 !== 1);
}
