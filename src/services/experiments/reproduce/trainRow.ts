import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { csv } from '../../../formats/csv';
import { lineChart } from '../../../formats/plots/lineChart';
import { type ModelCard, readCard } from '../../../models/blp';
import {
  type TrainingSettings,
  type TrainingSettingsInput,
  trainingSettingsSchema,
} from '../../../models/training';
import { KindredError } from '../../../shared/errors';
import { makeResultFolder, writeFileAtomically } from '../../../shared/files';
import { readJsonFile } from '../../../shared/jsonFile';
import { withinBudget } from '../budget';
import { type SplitTraining, trainOnSplit } from '../training';
import type { TrainedRow } from './rows';

/** What is trained on, and by what means; the same for all rows. */
export interface RowContext extends Omit<SplitTraining, 'settings' | 'folder'> {
  /** where each trained row has a folder of its name */
  readonly folder: string;
  /** of training a row, where the settings' own end does not come sooner */
  readonly minutes?: number;
  readonly seed: number;
  readonly precision?: TrainingSettings['precision'];
}

const planSchema = z.strictObject({ minutes: z.number().optional(), settings: trainingSettingsSchema });

/**
 * Train a row's system, or go on where that was stopped. What is finished is used again. Beside the model lie its plan
 * and its validation curve as CSV and SVG.
 *
 * @throws CONFLICT when the row's folder was made with another budget; CORRUPT_FILE when its plan cannot be read
 */
export async function trainRow({ name, settings: given }: TrainedRow, context: RowContext): Promise<string> {
  const folder = path.join(context.folder, name);
  const { split, text, relationText, baseEncoder, onProgress, onLog, signal } = context;
  const training = { split, text, relationText, baseEncoder, onProgress, onLog, signal };
  const settings = await plan(given, context, folder, training);
  const model = path.join(folder, 'model');
  await trainOnSplit({ ...training, settings, folder: model });
  drawCurve(folder, name, readCard(model).card);
  return model;
}

/** The settings, measured against the budget once and then kept: a run that goes on must have the same. */
async function plan(
  given: TrainingSettingsInput,
  { minutes, seed, precision }: RowContext,
  folder: string,
  training: Omit<SplitTraining, 'settings' | 'folder'>,
): Promise<TrainingSettings> {
  const file = path.join(folder, 'plan.json');
  if (!fs.existsSync(file)) {
    const own = { ...given, seed, ...(precision && given.encoder === 'blp' && { precision }) };
    const settings = await withinBudget(own, minutes, training);
    makeResultFolder(folder);
    writeFileAtomically(file, JSON.stringify({ minutes, settings }, null, 2));
  }
  const kept = readJsonFile(file, planSchema, 'the plan of a row', `Delete ${folder} to train it anew.`);
  if (kept.minutes === minutes) return kept.settings;
  const budget = (value: number | undefined) => (value === undefined ? 'no budget' : `${value} minutes`);
  throw new KindredError(
    'CONFLICT',
    `${folder} was begun with ${budget(kept.minutes)}, not ${budget(minutes)}. Name that budget, another folder (--out), or delete this one.`,
  );
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
