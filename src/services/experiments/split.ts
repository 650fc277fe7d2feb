import { inductiveSplit, type Part } from '../../models/triples/inductiveSplit';
import { KindredError } from '../../shared/errors';
import { newVocabulary, tripleRows } from './dataset';
import { holdsSplit, writeSplit } from './splitFolder';

export interface SplitRequest {
  /** files of `head relation tail` lines, split together */
  readonly triples: readonly string[];
  readonly folder: string;
  readonly seed: number;
  readonly share: number;
  readonly leastTriples: number;
  readonly leastNeighbours: number;
}

/** How many entities and triples each part has got. */
export type SplitCounts = Record<'training' | 'validation' | 'test', { entities: number; triples: number }>;

/** @throws BAD_INPUT when the graph is too small; CONFLICT when the folder holds a split already */
export async function splitInductively({
  triples: sources,
  folder,
  ...how
}: SplitRequest): Promise<SplitCounts> {
  if (holdsSplit(folder)) {
    throw new KindredError(
      'CONFLICT',
      `${folder} holds a split already. Name another folder, or delete this one.`,
    );
  }
  const vocabulary = newVocabulary();
  const triples = await tripleRows(sources, vocabulary);
  const split = inductiveSplit(
    { entities: vocabulary.entities.list.length, relations: vocabulary.relations.list.length, triples },
    how,
  );
  writeSplit(folder, split, vocabulary, { ...how, sources: [...sources] });
  const count = ({ entities, triples }: Part) => ({ entities: entities.length, triples: triples.length / 3 });
  const { training, validation, test } = split;
  return { training: count(training), validation: count(validation), test: count(test) };
}
