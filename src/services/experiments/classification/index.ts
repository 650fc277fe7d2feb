import { type Examples, mostProbable, selectClassifier, type Trial } from '../../../models/classification';
import {
  accuracy,
  balancedAccuracy,
  type ClassFigures,
  classFigures,
} from '../../../models/metrics/accuracy';
import { badInput } from '../../../shared/errors';
import type { OnProgress } from '../../../shared/progress';
import { entityTexts, type TextFiles } from '../dataset';
import { type PartName, parts, readSplit, type StoredSplit } from '../splitFolder';
import { type Features, featuresOf } from './features';
import { type Labels, labelsOf, type LabelSource } from './labels';

export type { Features } from './features';
export type { LabelSource } from './labels';

export interface ClassificationRequest {
  readonly features: Features;
  /** folder of an inductive split */
  readonly split: string;
  /** file of the entities' texts */
  readonly text: TextFiles;
  readonly labels: LabelSource;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

export interface ClassificationReport {
  /** entities of each part, and those of them that have a label */
  readonly entities: Record<PartName, { readonly all: number; readonly labelled: number }>;
  readonly dimension: number;
  /** the coefficient that did best on the validation entities */
  readonly l2: number;
  /** `quality` is the accuracy on the validation entities */
  readonly trials: readonly Trial[];
  /** of the test entities */
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly classes: readonly ClassReport[];
  readonly seconds: { readonly encoding: number; readonly fitting: number };
}

/** Figures of a class, of the test entities. */
export interface ClassReport extends ClassFigures {
  readonly name: string;
  /** entities of training and validation that are of the class */
  readonly learned: number;
}

/**
 * Inductive entity classification (BLP, section 4.2): every entity gets its vector from its text alone; a logistic
 * regression learns the classes of the training entities, its coefficient is chosen by the validation entities, and it
 * is asked for the classes of the test entities.
 *
 * @throws BAD_INPUT for files that do not fit each other, or classes that cannot be learned; CORRUPT_FILE; CANCELLED
 */
export async function evaluateClassification(request: ClassificationRequest): Promise<ClassificationReport> {
  const { onProgress, signal } = request;
  const split = await readSplit(request.split);
  const labels = await labelsOf(request.labels, split, request.text);
  const { classes, rows } = labelledRows(split, labels);

  const begun = performance.now();
  const { list } = split.vocabulary.entities;
  const ids = parts.flatMap((part) => rows[part]).map((row) => list[row]!);
  const texts = await entityTexts(request.text, ids);
  const { vectors, dimension } = await featuresOf(request.features, { ids, texts }, onProgress, signal);
  const encoded = performance.now();

  let start = 0;
  const [training, validation, test] = parts.map((part): Examples => {
    const [from, to] = [start, (start += rows[part].length)];
    return {
      dimension,
      vectors: vectors.subarray(from * dimension, to * dimension),
      answers: rows[part].map((row) => [classes.indexOf(labels.get(row)!)]),
    };
  }) as [Examples, Examples, Examples];
  const selection = await selectClassifier({
    ...{ link: 'softmax', classes: classes.length, training, validation, onProgress, signal },
    quality: (classifier) =>
      accuracy(validation.answers.flat(), mostProbable(classifier, validation.vectors)),
  });
  const [truth, found] = [test.answers.flat(), mostProbable(selection.classifier, test.vectors)];
  const learned = [...training.answers, ...validation.answers].flat();
  return {
    entities: countsOf(split, rows),
    dimension,
    l2: selection.l2,
    trials: selection.trials,
    accuracy: accuracy(truth, found),
    balancedAccuracy: balancedAccuracy(truth, found),
    classes: classFigures(truth, found, classes.length).map((figures, c) => ({
      name: classes[c]!,
      learned: learned.filter((own) => own === c).length,
      ...figures,
    })),
    seconds: { encoding: (encoded - begun) / 1000, fitting: (performance.now() - encoded) / 1000 },
  };
}

type Rows = Record<PartName, number[]>;

/** The classes, and the rows of each part's own entities that have one. */
function labelledRows({ kind, parts: all }: StoredSplit, labels: Labels): { classes: string[]; rows: Rows } {
  if (kind !== 'inductive') {
    throw badInput(`The split is of kind ${kind}; entities to ask about are in an inductive one alone.`);
  }
  const rows = Object.fromEntries(
    parts.map((part) => [part, Array.from(all[part].entities).filter((row) => labels.has(row))]),
  ) as Rows;
  for (const part of parts) {
    if (rows[part].length === 0) throw badInput(`No entity of the ${part} part has a label.`);
  }
  const classes = [...new Set(rows.train.map((row) => labels.get(row)!))].sort();
  for (const part of ['valid', 'test'] as const) {
    const unknown = rows[part].filter((row) => !classes.includes(labels.get(row)!));
    if (unknown.length === 0) continue;
    throw badInput(
      `${unknown.length} entities of the ${part} part are of classes that no training entity is of, as ` +
        `${JSON.stringify(labels.get(unknown[0]!))}. Leave them out of the labels, or split the graph otherwise.`,
    );
  }
  return { classes, rows };
}

function countsOf({ parts: all }: StoredSplit, rows: Rows): ClassificationReport['entities'] {
  const count = (part: PartName) => ({ all: all[part].entities.length, labelled: rows[part].length });
  return { train: count('train'), valid: count('valid'), test: count('test') };
}
