import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { csv } from '../../../formats/csv';
import { type LineChart, lineChart } from '../../../formats/plots/lineChart';
import { parseTrainingSettings, type TrainingSettingsInput } from '../../../models/training';
import { makeResultFolder, writeFileAtomically } from '../../../shared/files';
import { readJsonFile } from '../../../shared/jsonFile';
import { withinBudget } from '../budget';
import { evaluateLinkPrediction } from '../evaluation';
import { contentsOf, keptPlan } from '../keptPlan';
import { type SplitTraining, trainOnSplit } from '../training';

/** What the runs of a study have in common. */
export interface StudyRequest extends Omit<SplitTraining, 'settings' | 'share' | 'folder'> {
  /** where models, table and plot go */
  readonly folder: string;
  /** the systems that are compared */
  readonly systems: readonly { readonly name: string; readonly settings: TrainingSettingsInput }[];
  /** of training each run, where the settings' own end does not come sooner */
  readonly minutes?: number;
}

const timeSchema = z.strictObject({ seconds: z.number() });

const pointSchema = z.strictObject({
  system: z.string(),
  /** what is varied */
  value: z.number(),
  steps: z.number(),
  /** of training, where it is known */
  seconds: z.number().optional(),
  triples: z.number(),
  /** filtered, realistic, on the study's part of the split */
  mrr: z.number(),
  'hits@1': z.number(),
  'hits@3': z.number(),
  'hits@10': z.number(),
});

/** One run: a system at one value of what is varied. */
export type StudyPoint = Readonly<z.infer<typeof pointSchema>>;

/** How one value is tried. */
export interface Variant {
  /** what is varied */
  readonly study: string;
  readonly value: number;
  readonly settings: TrainingSettingsInput;
  readonly share?: number;
}

/**
 * Train and evaluate one variant, or take what a former call has found.
 *
 * @throws CONFLICT when the variant's folder holds a run of another study, other settings or other data
 */
export async function runPoint(
  { folder, systems: _systems, minutes, ...training }: StudyRequest,
  system: string,
  { study, value, settings: given, share }: Variant,
  part: 'valid' | 'test',
): Promise<StudyPoint> {
  const own = path.join(folder, `${system}-${value}`);
  const triples = ['train', 'valid', 'test'].map((name) => path.join(training.split, `${name}.tsv`));
  const data = contentsOf([...triples, ...[training.text].flat(), training.relationText]);
  const asked = { study, minutes, data, ...parseTrainingSettings(given) };
  const settings = await keptPlan(own, asked, () => withinBudget(given, minutes, { ...training, share }));
  const file = path.join(own, 'point.json');
  if (fs.existsSync(file))
    return readJsonFile(file, pointSchema, 'the result of a run', 'Delete it to evaluate again.');
  training.onLog(`${system}, ${value}:`);
  const model = path.join(own, 'model');
  const { steps, ...trained } = await trainOnSplit({ ...training, share, settings, folder: model });
  const seconds = keptTime(path.join(own, 'time.json'), trained.seconds);
  const { split, text, relationText, onProgress, signal } = training;
  const report = await evaluateLinkPrediction({ model, split, text, relationText, part, onProgress, signal });
  const { mrr, ...figures } = report.all.filtered.realistic;
  const point: StudyPoint = {
    ...{ system, value, steps, seconds, triples: report.triples, mrr },
    'hits@1': figures['hits@1'],
    'hits@3': figures['hits@3'],
    'hits@10': figures['hits@10'],
  };
  writeFileAtomically(file, JSON.stringify(point, null, 2));
  return point;
}

/**
 * The time of a training outlives a stop before its evaluation; of a model that was finished before, training says none.
 */
function keptTime(file: string, seconds: number | undefined): number | undefined {
  if (seconds !== undefined) writeFileAtomically(file, JSON.stringify({ seconds }));
  if (!fs.existsSync(file)) return undefined;
  return readJsonFile(file, timeSchema, 'the time of a training', 'Delete it to do without.').seconds;
}

/** The table of all points as CSV, and beside it the plot as SVG. */
export function writeStudy(
  folder: string,
  name: string,
  points: readonly StudyPoint[],
  { measure, ...chart }: Omit<LineChart, 'lines'> & { measure: 'mrr' | 'seconds' },
): void {
  makeResultFolder(folder);
  writeFileAtomically(path.join(folder, `${name}.csv`), csv(points.map((point) => ({ ...point }))));
  const lines = [...new Set(points.map(({ system }) => system))].map((system) => ({
    name: system,
    points: points.flatMap((point) => {
      const y = point[measure];
      return point.system === system && y !== undefined ? [[point.value, y] as const] : [];
    }),
  }));
  const suffix = measure === 'mrr' ? '' : `-${measure}`;
  writeFileAtomically(path.join(folder, `${name}${suffix}.svg`), lineChart({ ...chart, lines }));
}
