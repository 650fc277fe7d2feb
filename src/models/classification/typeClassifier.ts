import { KindredError } from '../../shared/errors';
import { Random } from '../../shared/random';
import { rowOf } from '../../shared/vectors';
import { hitFigures } from '../metrics/accuracy';
import { type Classifier, probabilities } from './classifier';
import type { Examples } from './logisticRegression';
import { selectClassifier } from './selection';

/** Entities with their types. */
export interface TypedVectors {
  /** `[rows, dimension]`, row-major */
  readonly vectors: Float32Array;
  readonly dimension: number;
  /** of each row, one or more */
  readonly types: readonly (readonly string[])[];
}

/** Tells the types of an entity by its vector; it may have several, so that each is a question of its own. */
export interface TypeClassifier {
  /** in the order of the classifier's classes */
  readonly types: readonly string[];
  readonly classifier: Classifier;
  /** entities that it has learned from */
  readonly learnedFrom: number;
  /** on entities that it has not learned from */
  readonly heldOut: HeldOutFigures;
}

/** Figures of the types found with a probability of one half at least, against those learned that the entities have. */
export interface HeldOutFigures {
  readonly entities: number;
  /** share of the types found that are right, of all entities together */
  readonly precision: number;
  /** share of the types that were found */
  readonly recall: number;
  readonly f1: number;
  /** share of the entities whose types were found all and no others */
  readonly exact: number;
}

/** Entities with types without which nothing is learned. */
const leastEntities = 20;
/** Entities of a type among those that are learned from, without which it is not learned. */
const leastOfType = 5;
/** Types that are learned at most: the most common. */
const mostTypes = 200;

/** L2 coefficients that are tried, the strongest first: weaker ones take long, and learn rare types by heart. */
const tried = [10, 1, 0.1, 0.01];

/** Shares of the entities that choose the coefficient, and that are held out. */
const share = 0.1;

/**
 * Learn the types of entities from most of them, and find out by the others how well that went.
 *
 * @throws MODEL_UNAVAILABLE when there are too few entities, or no type that some of them have and some have not
 */
export async function fitTypeClassifier(
  { vectors, dimension, types }: TypedVectors,
  signal?: AbortSignal,
): Promise<TypeClassifier> {
  checkLearnable({ types });
  const order = Random.of(0, 'entities').shuffle(Int32Array.from(types.keys()));
  const few = Math.ceil(share * order.length);
  const [validRows, testRows, trainRows] = [
    order.subarray(0, few),
    order.subarray(few, 2 * few),
    order.subarray(2 * few),
  ];
  const learned = commonTypes(Array.from(trainRows, (row) => types[row]!));
  const classOf = new Map(learned.map((type, c) => [type, c]));
  const part = (rows: Int32Array): Examples => {
    const own = new Float32Array(rows.length * dimension);
    rows.forEach((row, i) => own.set(rowOf(vectors, row, dimension), i * dimension));
    const answers = Array.from(rows, (row) =>
      [...new Set(types[row])].flatMap((type) => classOf.get(type) ?? []),
    );
    return { dimension, vectors: own, answers };
  };
  const [training, validation, test] = [part(trainRows), part(validRows), part(testRows)];
  const { classifier } = await selectClassifier({
    ...{ link: 'sigmoid', classes: learned.length, rough: true, tried, training, validation, signal },
    quality: (tried) => -logLoss(tried, validation),
  });
  const learnedFrom = trainRows.length + validRows.length;
  return { types: learned, classifier, learnedFrom, heldOut: figuresOf(classifier, test) };
}

/** @throws MODEL_UNAVAILABLE when there are too few entities to learn from */
export function checkLearnable({ types }: Pick<TypedVectors, 'types'>): void {
  if (types.length >= leastEntities) return;
  throw unlearnable(
    `Only ${types.length} entities have both types and vectors; at least ${leastEntities} are needed to learn types. Give more of them types, by an import or "updateEntity".`,
  );
}

/** Whether an error says that nothing can be learned from the entities as they are: trying again is of no use. */
export function isHopeless(error: unknown): error is KindredError {
  return error instanceof KindredError && error.details['learnable'] === false;
}

/** Those of enough rows but not of all, the most common first. */
function commonTypes(rows: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const types of rows) for (const type of new Set(types)) counts.set(type, (counts.get(type) ?? 0) + 1);
  const found = [...counts]
    .filter(([, count]) => count >= leastOfType && count < rows.length)
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  if (found.length > 0) return found.slice(0, mostTypes).map(([type]) => type);
  throw unlearnable(
    `There is no type that at least ${leastOfType} of ${rows.length} entities have and some have not: nothing can be learned.`,
  );
}

const unlearnable = (why: string) => new KindredError('MODEL_UNAVAILABLE', why, { learnable: false });

/** Mean −log of the probability of what is so, over all questions: it rewards probabilities that are right. */
function logLoss(classifier: Classifier, { vectors, dimension, answers }: Examples): number {
  let sum = 0;
  answers.forEach((own, row) => {
    const found = probabilities(classifier, rowOf(vectors, row, dimension));
    found.forEach((p, c) => (sum -= Math.log(Math.max(own.includes(c) ? p : 1 - p, 1e-15))));
  });
  return sum / (answers.length * classifier.classes);
}

function figuresOf(classifier: Classifier, { vectors, dimension, answers }: Examples): HeldOutFigures {
  let [right, found, wanted, exact] = [0, 0, 0, 0];
  answers.forEach((own, row) => {
    const likely = [...probabilities(classifier, rowOf(vectors, row, dimension)).entries()]
      .filter(([, p]) => p >= 0.5)
      .map(([c]) => c);
    const hits = likely.filter((c) => own.includes(c)).length;
    right += hits;
    found += likely.length;
    wanted += own.length;
    if (hits === likely.length && hits === own.length) exact++;
  });
  return { entities: answers.length, ...hitFigures(right, found, wanted), exact: exact / answers.length };
}
