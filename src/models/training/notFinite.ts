import { KindredError } from '../../shared/errors';
import type { TrainingSettings } from './settings';

/** The error of a run whose numbers have left the finite ones, with what to try. */
export function notFinite(
  step: number,
  { learningRate, loss, batchSize, schedule, margin, l2 }: TrainingSettings,
  what: string,
): KindredError {
  return new KindredError(
    'BAD_INPUT',
    `Training stopped at step ${step}: ${what}. Try a smaller learningRate (it is ${learningRate}), a schedule with ` +
      `warm-up (it is '${schedule}') or another loss (it is '${loss}', margin ${margin}, l2 ${l2}, batchSize ${batchSize}).`,
    { step },
  );
}
