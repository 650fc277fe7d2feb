import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  parseTrainingSettings,
  trainModel,
  type TrainingData,
  type TrainingSettingsInput,
} from '../../../src/models/training';
import type { Progress } from '../../../src/shared/progress';
import { baseOf } from '../../support/baseEncoder';
import { smallGraph } from './graph';

let root: string;
let folders = 0;
/** One that is not there yet, below the suite's own. */
export const newFolder = (): string => path.join(root, String(folders++));
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-training-'));
});
afterAll(() => fs.rmSync(root, { recursive: true }));

interface Options {
  data?: TrainingData;
  folder?: string;
  baseEncoder?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onLog?: (line: string) => void;
}

/** Train on the small graph; the result but for its time. */
export function train(
  given: TrainingSettingsInput,
  { data = smallGraph(), folder = newFolder(), onProgress = () => {}, ...rest }: Options = {},
) {
  return trainModel({
    data,
    settings: parseTrainingSettings(given),
    folder,
    baseEncoder: baseOf(given.encoder),
    onProgress,
    ...rest,
  }).then(({ seconds: _, ...result }) => result);
}

export const bow: TrainingSettingsInput = {
  encoder: 'be-bow',
  batchSize: 8,
  maxSteps: 40,
  learningRate: 1e-2,
  validation: { triples: 6, every: 10 },
};
export const bert: TrainingSettingsInput = {
  ...bow,
  encoder: 'blp',
  dimension: 8,
  maxSteps: 6,
  validation: { triples: 6, every: 2 },
};

export const crossEncoder: Partial<TrainingSettingsInput> = {
  relationModel: 'kg-bert',
  dimension: undefined,
  maxLength: 24,
  validation: { triples: 6, candidates: 60, every: 10 },
};
export const kepler: Partial<TrainingSettingsInput> = { loss: 'nll', gamma: 4, maskedLanguageWeight: 1 };

/** Every file of a model, by name. */
export const files = (folder: string): Record<string, Buffer> =>
  Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name))]));
