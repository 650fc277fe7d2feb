/** Metrics of answers to "which class is it?"; classes are numbers from 0, `truth` and `found` go side by side. */

/** Share of right answers, in [0, 1], 1 is best; 0 for none at all. */
export function accuracy(truth: ArrayLike<number>, found: ArrayLike<number>): number {
  let right = 0;
  for (let i = 0; i < truth.length; i++) if (truth[i] === found[i]) right++;
  return ratio(right, truth.length);
}

/**
 * Accuracy with each answer weighted by the inverse prevalence of its true class, which is the mean recall of the
 * classes that occur; in [0, 1], 1 is best, and 1 / classes for always the same answer.
 *
 * Source: Brodersen et al., "The balanced accuracy and its posterior distribution" (2010); BLP, section 4.2.
 */
export function balancedAccuracy(truth: ArrayLike<number>, found: ArrayLike<number>): number {
  const occurring = classFigures(truth, found, 0).filter(({ support }) => support > 0);
  return ratio(
    occurring.reduce((sum, { recall }) => sum + recall, 0),
    occurring.length,
  );
}

/** How well one class is told from the others. */
export interface ClassFigures {
  /** how many are of the class */
  readonly support: number;
  /** share of those found to be of the class that are; 0 where none was found to be */
  readonly precision: number;
  /** share of those of the class that were found; 0 where there are none */
  readonly recall: number;
  /** harmonic mean of the two */
  readonly f1: number;
}

/** Figures of each class; of `classes` at least, and of as many as occur. */
export function classFigures(
  truth: ArrayLike<number>,
  found: ArrayLike<number>,
  classes: number,
): ClassFigures[] {
  const counts = Array.from({ length: classes }, () => ({ support: 0, found: 0, right: 0 }));
  const of = (c: number) => {
    while (counts.length <= c) counts.push({ support: 0, found: 0, right: 0 });
    return counts[c]!;
  };
  for (let i = 0; i < truth.length; i++) {
    of(truth[i]!).support++;
    of(found[i]!).found++;
    if (truth[i] === found[i]) of(truth[i]!).right++;
  }
  return counts.map(({ support, found, right }) => ({ support, ...hitFigures(right, found, support) }));
}

/** Precision, recall and F1 of `found` answers of which `right` are among the `wanted`. */
export function hitFigures(right: number, found: number, wanted: number): Omit<ClassFigures, 'support'> {
  return {
    precision: ratio(right, found),
    recall: ratio(right, wanted),
    f1: ratio(2 * right, found + wanted),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
