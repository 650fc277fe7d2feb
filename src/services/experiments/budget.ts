import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  parseTrainingSettings,
  type TrainingSettings,
  type TrainingSettingsInput,
} from '../../models/training';
import type { Progress } from '../../shared/progress';
import { type SplitTraining, trainOnSplit } from './training';

/** Steps that are timed, after so many that warm up. */
const [timed, warmUp] = [20, 5];

/** Settings that end after so many steps where they do not end sooner; steps alone would take the place of the epochs. */
export function atMost(steps: number, given: TrainingSettingsInput): TrainingSettingsInput {
  const { epochs, maxSteps = Infinity } = parseTrainingSettings(given);
  return { ...given, epochs, maxSteps: Math.min(steps, maxSteps) };
}

/**
 * The steps that fit into a time, so that the learning rate's schedule ends with them: measured by training a few, of
 * which nothing is kept. Without a budget, or where the settings' own end comes sooner, the settings stay as they are.
 *
 * @param minutes of training, the time for validation not counted
 */
export async function withinBudget(
  given: TrainingSettingsInput,
  minutes: number | undefined,
  training: Omit<SplitTraining, 'settings' | 'folder'>,
): Promise<TrainingSettings> {
  const settings = parseTrainingSettings(given);
  if (minutes === undefined) return settings;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-timing-'));
  try {
    const { onProgress } = training;
    const seen: { step: number; at: number }[] = [];
    const trial = parseTrainingSettings({
      ...given,
      maxSteps: warmUp + timed,
      validation: { triples: 0 },
      checkpointEveryMinutes: 1e6,
    });
    const watch = (progress: Progress) => {
      if (progress.stage === 'training') seen.push({ step: progress.done, at: performance.now() });
      else onProgress(progress);
    };
    await trainOnSplit({ ...training, settings: trial, folder, onProgress: watch, onLog: () => {} });
    const to = seen.at(-1)!;
    // Steps are reported a few times a second: of very fast ones, the first and the last alone.
    const from = seen.find(({ step }) => step >= warmUp && step < to.step) ?? seen[0]!;
    const millisecondsPerStep = (to.at - from.at) / Math.max(1, to.step - from.step);
    const steps = Math.max(1, Math.floor((minutes * 60_000) / millisecondsPerStep));
    return parseTrainingSettings(atMost(steps, given));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
