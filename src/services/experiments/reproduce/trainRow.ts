import path from 'node:path';
import { csv } from '../../../formats/csv';
import { lineChart } from '../../../formats/plots/lineChart';
import { type ModelCard, readCard } from '../../../models/blp';
import { parseTrainingSettings, type TrainingSettings } from '../../../models/training';
import { writeFileAtomically } from '../../../shared/files';
import { atMost, withinBudget } from '../budget';
import { keptPlan } from '../keptPlan';
import { type SplitTraining, trainOnSplit } from '../training';
import type { TrainedRow } from './rows';

/** What is trained on, and by what means; the same for all rows. */
export interface RowContext extends Omit<SplitTraining, 'settings' | 'folder'> {
  /** where each trained row has a folder of its name */
  readonly folder: string;
  /** of training a row, where the settings' own end does not come sooner */
  readonly minutes?: number;
  /** the same, told in steps: equal on every machine */
  readonly steps?: number;
  readonly seed: number;
  /** of the files that it is about, see `contentsOf` */
  readonly data: string;
  readonly precision?: TrainingSettings['precision'];
}

/**
 * Train a row's system, or go on where that was stopped. What is finished is used again. Beside the model lie its plan
 * and its validation curve as CSV and SVG.
 *
 * @throws CONFLICT when the row's folder was made with another budget, precision or settings, or of other data
 */
export async function trainRow({ name, settings: given }: TrainedRow, context: RowContext): Promise<string> {
  const folder = path.join(context.folder, name);
  const { split, text, relationText, baseEncoder, onProgress, onLog, signal } = context;
  const training = { split, text, relationText, baseEncoder, onProgress, onLog, signal };
  const { minutes, steps, seed, precision, data } = context;
  const chosen = { ...given, seed, ...(precision && given.encoder === 'blp' && { precision }) };
  const own = steps === undefined ? chosen : atMost(steps, chosen);
  const asked = { minutes, data, ...parseTrainingSettings(own) };
  const settings = await keptPlan(folder, asked, () => withinBudget(own, minutes, training));
  const model = path.join(folder, 'model');
  await trainOnSplit({ ...training, settings, folder: model });
  drawCurve(folder, name, readCard(model).card);
  return model;
}

function drawCurve(folder: string, name: string, { curve }: ModelCard): void {
  if (curve.length === 0) return;
  const rows = curve.map(({ step, loss, metrics }) => ({ step, loss, ...metrics }));
  writeFileAtomically(path.join(folder, 'curve.csv'), csv(rows));
  const line = (metric: string) => ({
    name: metric,
    points: curve.map(({ step, metrics }) => [step, metrics[metric]!] as const),
  });
  const chart = { title: `${name}: validation`, x: 'step', y: 'filtered, realistic' };
  writeFileAtomically(
    path.join(folder, 'curve.svg'),
    lineChart({ ...chart, lines: [line('mrr'), line('hits@10')] }),
  );
}
