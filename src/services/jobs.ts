import { randomUUID } from 'node:crypto';
import type { Database } from '../graph/database';
import {
  countJobsBefore,
  createJob,
  findJob,
  type Job,
  type JobFilter,
  type JobKind,
  listJobs,
  requestCancel,
} from '../graph/jobs';
import { onPreset } from '../models/training/presets';
import {
  parseTrainingSettings,
  type TrainingSettings,
  type TrainingSettingsInput,
} from '../models/training/settings';
import { badInput, notFound, quoted } from '../shared/errors';
import { pause } from '../shared/pause';
import { cleanText } from '../shared/text';

export type { Job, JobFilter, JobKind, JobState } from '../graph/jobs';

/** What a training job is told: settings with all defaults filled in, and the name its model is a version of. */
export interface TrainingParameters {
  name: string;
  settings: TrainingSettings;
}

const modelName = /^[a-z][a-z0-9-]{0,39}$/;

/** Jobs as callers see them: submitted, looked at, followed, cancelled. Worker processes carry them out. */
export class JobService {
  constructor(
    private readonly db: Database,
    private readonly pollMs = 500,
  ) {}

  /**
   * Queue a training. The model becomes a new version of `name`, which is its encoder's where none is given.
   *
   * @throws BAD_INPUT naming each setting that cannot be used, what was expected and what came; for a relation model
   *         that entities get no vectors from
   */
  async submitTraining(
    given: TrainingSettingsInput,
    by: string,
    { name, preset }: { name?: string; preset?: string } = {},
  ): Promise<Job> {
    const settings = parseTrainingSettings(onPreset(given, preset));
    checkServable(settings);
    const parameters: TrainingParameters = { name: name ?? settings.encoder, settings };
    if (!modelName.test(parameters.name)) {
      throw badInput(
        `${quoted(parameters.name)} cannot name a model: up to 40 lower-case letters, digits and hyphens are expected, a letter first.`,
      );
    }
    return createJob(this.db, {
      id: randomUUID(),
      kind: 'train',
      parameters: { ...parameters },
      createdBy: by,
    });
  }

  /** @throws NOT_FOUND, BAD_INPUT */
  async get(id: string): Promise<Job> {
    const job = await findJob(this.db, cleanText('id', id));
    if (!job) throw notFound('job', id);
    return job;
  }

  /**
   * The job of that id, which must be of the kind.
   *
   * @throws NOT_FOUND, BAD_INPUT
   */
  async getOf(kind: JobKind, id: string): Promise<Job> {
    const job = await this.get(id);
    if (job.kind === kind) return job;
    throw badInput(
      `A job of the kind "${kind}" is expected; ${quoted(id)} is of the kind "${job.kind}". \`kindred jobs show\` tells about it.`,
    );
  }

  /** The newest `first` jobs. */
  list(filter: JobFilter, first: number): Promise<Job[]> {
    return listJobs(this.db, filter, first);
  }

  /** How many are carried out, or will be, before this one. */
  before({ createdAt }: Job): Promise<number> {
    return countJobsBefore(this.db, createdAt);
  }

  /** @throws NOT_FOUND, BAD_INPUT */
  async cancel(id: string, by: string): Promise<Job> {
    const job = await requestCancel(this.db, cleanText('id', id), by);
    if (!job) throw notFound('job', id);
    return job;
  }

  /**
   * The job now and after each change, until it has ended or the consumer stops listening.
   *
   * @throws NOT_FOUND
   */
  async *watch(id: string, signal?: AbortSignal): AsyncGenerator<Job> {
    for (let shown = ''; !signal?.aborted; await pause(this.pollMs, signal)) {
      const job = await this.get(id);
      const seen = JSON.stringify(job);
      if (seen !== shown) yield job;
      if (hasEnded(job)) return;
      shown = seen;
    }
  }
}

/** @throws BAD_INPUT for a relation model that gives entities no vectors: there would be nothing to store and search */
export function checkServable({ relationModel }: TrainingSettings): void {
  if (relationModel !== 'kg-bert') return;
  throw badInput(
    'kg-bert gives entities no vectors, so it cannot be served from the store. Train it on files: ' +
      '`kindred train --split <folder> --text <file> --out <folder> --encoder blp --relation-model kg-bert`.',
  );
}

export function hasEnded({ state }: Job): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
