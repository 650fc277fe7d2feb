import { inductiveSplit, type InductiveSplit, type Part } from '../../models/triples/inductiveSplit';
import { relationSplit } from '../../models/triples/relationSplit';
import { KindredError } from '../../shared/errors';
import { newVocabulary, tripleRows, type Vocabulary } from './dataset';
import { contentsOf } from './keptPlan';
import { holdsSplit, type SplitCard, writeSplit } from './splitFolder';

/** How many entities and triples each part has got. */
export type SplitCounts = Record<keyof InductiveSplit, { entities: number; triples: number }>;

interface Target {
  /** where the parts go */
  readonly folder: string;
}

export interface InductiveRequest extends Target {
  /** files of `head relation tail` lines, split together */
  readonly triples: readonly string[];
  readonly seed: number;
  readonly share: number;
  readonly leastTriples: number;
  readonly leastNeighbours: number;
}

/** @throws BAD_INPUT when the graph is too small; CONFLICT when the folder holds a split already */
export async function splitInductively({
  triples: sources,
  folder,
  ...how
}: InductiveRequest): Promise<SplitCounts> {
  return keep(folder, async () => {
    const graph = await readGraph(sources);
    return { ...graph, split: inductiveSplit(graph, how), card: { kind: 'inductive', ...how, sources } };
  });
}

export interface RelationRequest extends Target {
  readonly triples: readonly string[];
  readonly seed: number;
  /** relations for each of validation and test */
  readonly unseenRelations: number;
  readonly leastTriples: number;
}

/** @throws BAD_INPUT when too few relations have enough triples; CONFLICT when the folder holds a split already */
export async function splitRelations({
  triples: sources,
  folder,
  ...how
}: RelationRequest): Promise<SplitCounts> {
  return keep(folder, async () => {
    const graph = await readGraph(sources);
    return {
      ...graph,
      split: relationSplit(graph, how),
      card: { kind: 'unseen relations', ...how, sources },
    };
  });
}

export interface TransductiveRequest extends Target {
  readonly train: readonly string[];
  readonly valid: readonly string[];
  readonly test: readonly string[];
}

/**
 * Parts as they are given, of the same entities all three.
 *
 * @throws BAD_INPUT for files that cannot be read; CONFLICT when the folder holds a split already
 */
export async function splitAsGiven({
  folder,
  train,
  valid,
  test,
}: TransductiveRequest): Promise<SplitCounts> {
  return keep(folder, async () => {
    const vocabulary = newVocabulary();
    const none = new Int32Array(0);
    const [training, validation, asked] = [
      await tripleRows(train, vocabulary),
      await tripleRows(valid, vocabulary),
      await tripleRows(test, vocabulary),
    ];
    const entities = Int32Array.from(vocabulary.entities.list.keys());
    const split = {
      training: { entities, triples: training },
      validation: { entities: none, triples: validation },
      test: { entities: none, triples: asked },
    };
    return { vocabulary, split, card: { kind: 'transductive', sources: [...train, ...valid, ...test] } };
  });
}

async function readGraph(sources: readonly string[]) {
  const vocabulary = newVocabulary();
  const triples = await tripleRows(sources, vocabulary);
  const [entities, relations] = [vocabulary.entities.list.length, vocabulary.relations.list.length];
  return { vocabulary, entities, relations, triples };
}

interface Made {
  readonly split: InductiveSplit;
  readonly vocabulary: Vocabulary;
  readonly card: Omit<SplitCard, 'format'>;
}

async function keep(folder: string, make: () => Promise<Made>): Promise<SplitCounts> {
  if (holdsSplit(folder)) {
    throw new KindredError(
      'CONFLICT',
      `${folder} holds a split already. Name another folder, or delete this one.`,
    );
  }
  const { split, vocabulary, card } = await make();
  writeSplit(folder, split, vocabulary, { ...card, contents: contentsOf(card.sources) });
  const count = ({ entities, triples }: Part) => ({ entities: entities.length, triples: triples.length / 3 });
  const { training, validation, test } = split;
  return { training: count(training), validation: count(validation), test: count(test) };
}
