import { badInput } from '../../shared/errors';
import { allFinite } from '../../shared/vectors';
import type { Classifier } from './classifier';
import { type Minimum, minimise } from './lbfgs';
import type { Link } from './link';
import { LogisticLoss } from './logisticLoss';

/** Vectors whose classes are known. */
export interface Examples {
  /** `[rows, dimension]`, row-major */
  readonly vectors: Float32Array;
  readonly dimension: number;
  /** classes of each row, from 0; exactly one with `softmax` */
  readonly answers: readonly (readonly number[])[];
}

export interface FitOptions {
  readonly link: Link;
  readonly classes: number;
  /** λ, over 0; scikit-learn's C is 1/λ */
  readonly l2: number;
  /** where the search starts: a fit with another λ saves most of the way; it does not change where it ends */
  readonly start?: Classifier;
  /** near the optimum is enough, as for probabilities that people read: in a fraction of the time */
  readonly rough?: boolean;
  readonly signal?: AbortSignal;
}

export interface Fit extends Omit<Minimum, 'point'> {
  readonly classifier: Classifier;
}

/** Share of the loss by which it may lie above the optimum: single weights are then right to about four digits. */
const toTheOptimum = { tolerance: 1e-10, mostIterations: 1_000 };
const roughly = { tolerance: 1e-4, mostIterations: 100 };

/**
 * Logistic regression with L2 on frozen vectors, to the optimum unless it is to be rough: minimises Σᵢ −log p(yᵢ | xᵢ) + λ/2 ‖W‖². The
 * intercepts are not penalised, and the vectors are taken as they are. With `softmax` this is scikit-learn's
 * `LogisticRegression(C=1/λ)` for three classes and more; for two, which have a row of weights each here, it is that
 * with C = 2/λ.
 *
 * @throws BAD_INPUT when there are no examples, a class has none or all of them, a vector is not finite, or λ is not
 *         over 0; CANCELLED
 */
export async function fitLogisticRegression(examples: Examples, options: FitOptions): Promise<Fit> {
  check(examples, options);
  const { dimension, answers, vectors } = examples;
  const { link, classes, l2, start, rough = false, signal } = options;
  const mean = columnMeans(vectors, dimension);
  const loss = new LogisticLoss(link, classes, l2, centred(vectors, mean), answers, rough);
  try {
    const from = start ? moved(start.parameters, mean, 1) : new Float64Array(classes * (dimension + 1));
    if (start) loss.renewPreconditioner(from);
    const { point, ...how } = await minimise(loss, from, { ...(rough ? roughly : toTheOptimum), signal });
    return { ...how, classifier: { link, dimension, classes, parameters: moved(point, mean, -1) } };
  } finally {
    loss.dispose();
  }
}

function check({ vectors, dimension, answers }: Examples, { classes, l2 }: FitOptions): void {
  if (vectors.length !== dimension * answers.length || answers.length === 0) {
    throw badInput(
      `${answers.length} labels and ${vectors.length} values came; at least one label, and ${dimension} values for each, are expected.`,
    );
  }
  if (!(Number.isFinite(l2) && l2 > 0)) throw badInput(`The L2 coefficient must be over 0; it is ${l2}.`);
  if (!allFinite(vectors)) {
    throw badInput('Some vectors are not finite. The model that made them is not usable: train it again.');
  }
  const counts = new Uint32Array(classes);
  for (const c of answers.flat()) {
    if (!Number.isInteger(c) || c < 0 || c >= classes)
      throw badInput(`There is no class ${c} of ${classes}.`);
    counts[c]!++;
  }
  if (counts.includes(answers.length)) {
    throw badInput('All entities to learn from have the same class: there is nothing to tell apart.');
  }
  // Its intercept would have no optimum.
  if (counts.includes(0)) throw badInput(`Nothing to learn from is of class ${counts.indexOf(0)}.`);
}

function columnMeans(vectors: Float32Array, dimension: number): Float64Array {
  const sums = new Float64Array(dimension);
  vectors.forEach((value, i) => (sums[i % dimension]! += value));
  return sums.map((sum) => (sum * dimension) / vectors.length);
}

/** The vectors less their mean, and a column of ones: `[rows, dimension + 1]`. */
function centred(vectors: Float32Array, mean: Float64Array): Float32Array {
  const dimension = mean.length;
  const rows = vectors.length / dimension;
  const result = new Float32Array(rows * (dimension + 1)).fill(1);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < dimension; i++) {
      result[row * (dimension + 1) + i] = vectors[row * dimension + i]! - mean[i]!;
    }
  }
  return result;
}

/** The parameters for vectors that lie `sign` times the mean elsewhere: only the intercepts differ. */
function moved(parameters: Float64Array, mean: Float64Array, sign: 1 | -1): Float64Array {
  const width = mean.length + 1;
  const result = parameters.slice();
  for (let at = 0; at < result.length; at += width) {
    for (let i = 0; i < mean.length; i++) result[at + width - 1]! += sign * result[at + i]! * mean[i]!;
  }
  return result;
}
