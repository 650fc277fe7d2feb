import { noProgress, type OnProgress } from '../../shared/progress';
import type { Classifier } from './classifier';
import { type Examples, type Fit, fitLogisticRegression, type FitOptions } from './logisticRegression';

/** The L2 coefficients that are tried (BLP, section 4.2), the strongest first. */
export const coefficients = [10, 1, 0.1, 1e-2, 1e-3, 1e-4] as const;

export interface SelectionTask extends Pick<FitOptions, 'link' | 'classes' | 'rough' | 'signal'> {
  /** L2 coefficients to try, the strongest first; the paper's by default */
  readonly tried?: readonly number[];
  readonly training: Examples;
  readonly validation: Examples;
  /** how well a classifier does on the validation examples, higher is better */
  readonly quality: (classifier: Classifier) => number;
  readonly onProgress?: OnProgress;
}

/** One coefficient, and how the classifier fitted with it does. */
export interface Trial extends Omit<Fit, 'classifier'> {
  readonly l2: number;
  readonly quality: number;
}

export interface Selection {
  /** fitted with the best coefficient on training and validation examples together */
  readonly classifier: Classifier;
  readonly l2: number;
  readonly trials: Trial[];
}

/**
 * Choose the L2 coefficient by the validation examples, of equally good ones the smallest, and fit with it once more on
 * training and validation examples together, as the code of the BLP paper does.
 *
 * @throws what fitting throws
 */
export async function selectClassifier(task: SelectionTask): Promise<Selection> {
  const { training, validation, quality, onProgress = noProgress, tried = coefficients, ...options } = task;
  const report = (done: number) =>
    onProgress({ stage: 'fitting classifiers', done, total: tried.length + 1, unit: 'fits' });
  const trials: Trial[] = [];
  let best: { l2: number; quality: number; classifier: Classifier } | undefined;
  let start: Classifier | undefined;
  for (const l2 of tried) {
    const { classifier, ...how } = await fitLogisticRegression(training, { ...options, l2, start });
    const trial = { l2, quality: quality(classifier), ...how };
    trials.push(trial);
    report(trials.length);
    if (!best || trial.quality >= best.quality) best = { ...trial, classifier };
    start = classifier;
  }
  const { l2, classifier } = best!;
  const both = joined(training, validation);
  const fit = await fitLogisticRegression(both, { ...options, l2, start: classifier });
  report(trials.length + 1);
  return { classifier: fit.classifier, l2, trials };
}

function joined(a: Examples, b: Examples): Examples {
  const vectors = new Float32Array(a.vectors.length + b.vectors.length);
  vectors.set(a.vectors);
  vectors.set(b.vectors, a.vectors.length);
  return { vectors, dimension: a.dimension, answers: [...a.answers, ...b.answers] };
}
