import { inductiveSplit, type InductiveSplit, type Part } from '../../models/triples/inductiveSplit';
import { relationSplit } from '../../models/triples/relationSplit';
import { badInput, KindredError } from '../../shared/errors';
import { newVocabulary, tripleRows, type Vocabulary } from './dataset';
import { fileLabels } from './fileLabels';
import { type Overlap, overlapOf, withoutRepeated } from './givenParts';
import { contentsOf } from './keptPlan';
import { holdsSplit, type SplitCard, writeSplit } from './splitFolder';

/** How many entities and triples each part has got, and what was noticed about the triples that came. */
export interface SplitCounts extends Record<
  keyof InductiveSplit,
  { readonly entities: number; readonly triples: number }
> {
  /** triples that their part, or what was split, had already; they were left out */
  readonly repeated: number;
  /** of parts that were given: what validation and test share with training, and what they do not */
  readonly overlap?: Overlap;
}

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
  /** file of entities and their types, a line each; an entity is drawn as often as its type is frequent */
  readonly types?: string;
}

/** As the authors split: Daza et al. 2021, appendix A, with the two neighbours of their released code. */
export const usualSplit = { share: 0.1, leastTriples: 100, leastNeighbours: 2 } as const;

/** @throws BAD_INPUT when the graph is too small; CONFLICT when the folder holds a split already */
export async function splitInductively({
  triples: sources,
  folder,
  ...how
}: InductiveRequest): Promise<SplitCounts> {
  return keep(folder, async () => {
    const graph = await readGraph(sources);
    const types = how.types === undefined ? undefined : await typesOf(how.types, graph.vocabulary);
    const split = inductiveSplit({ ...graph, types }, how);
    return { ...graph, split, card: { kind: 'inductive', ...how, sources } };
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
    const given = [
      await tripleRows(train, vocabulary),
      await tripleRows(valid, vocabulary),
      await tripleRows(test, vocabulary),
    ];
    const [training, validation, asked] = given.map(withoutRepeated) as [Int32Array, Int32Array, Int32Array];
    const entities = Int32Array.from(vocabulary.entities.list.keys());
    const split = {
      training: { entities, triples: training },
      validation: { entities: none, triples: validation },
      test: { entities: none, triples: asked },
    };
    const lines = given.reduce((sum, triples) => sum + triples.length / 3, 0);
    return {
      ...{ vocabulary, split, lines, overlap: overlapOf(training, { validation, test: asked }) },
      card: { kind: 'transductive', sources: [...train, ...valid, ...test] },
    };
  });
}

/** Types by number, as `Graph` has them. */
async function typesOf(file: string, vocabulary: Vocabulary): Promise<Int32Array> {
  const labels = await fileLabels(file, vocabulary);
  const names = [...new Set(labels.values())];
  const numbers = new Map(names.map((name, number) => [name, number]));
  return Int32Array.from(vocabulary.entities.list, (_, row) => numbers.get(labels.get(row) ?? '') ?? -1);
}

async function readGraph(sources: readonly string[]) {
  const vocabulary = newVocabulary();
  const rows = await tripleRows(sources, vocabulary);
  if (rows.length === 0)
    throw badInput(`There is no triple in ${sources.join(', ')}. Name files that have some.`);
  const triples = withoutRepeated(rows);
  const [entities, relations] = [vocabulary.entities.list.length, vocabulary.relations.list.length];
  return { vocabulary, entities, relations, triples, lines: rows.length / 3 };
}

interface Made {
  readonly split: InductiveSplit;
  readonly vocabulary: Vocabulary;
  readonly card: Omit<SplitCard, 'format'>;
  /** triples that came, repeated ones too */
  readonly lines: number;
  readonly overlap?: Overlap;
}

async function keep(folder: string, make: () => Promise<Made>): Promise<SplitCounts> {
  if (holdsSplit(folder)) {
    throw new KindredError(
      'CONFLICT',
      `${folder} holds a split already (split.json). Name another folder, or delete this one.`,
    );
  }
  const { split, vocabulary, card, lines, overlap } = await make();
  const count = ({ entities, triples }: Part) => ({ entities: entities.length, triples: triples.length / 3 });
  const [training, validation, test] = [count(split.training), count(split.validation), count(split.test)];
  for (const [name, { triples }] of Object.entries({ training, validation })) {
    if (triples > 0) continue;
    throw badInput(
      `The ${name} part would have no triple, and no model can be trained on such a split. ` +
        (overlap ? 'Give files that have some.' : 'Ask for a smaller share, or bring more triples.'),
    );
  }
  writeSplit(folder, split, vocabulary, { ...card, contents: contentsOf(card.sources) });
  const repeated = lines - training.triples - validation.triples - test.triples;
  return { training, validation, test, repeated, ...(overlap && { overlap }) };
}
