import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadSettings } from '../../src/config';
import type { Database } from '../../src/graph/database';
import { claimJob, finishJob } from '../../src/graph/leases';
import type { TrainingSettingsInput } from '../../src/models/training/settings';
import { createServices, type Services } from '../../src/services';
import { JobService } from '../../src/services/jobs';
import type { JobResult } from '../../src/services/jobKinds';
import { work } from '../../src/services/jobKinds/work';
import { noProgress } from '../../src/shared/progress';
import { baseOf } from './baseEncoder';

/** A few seconds of training give vectors that differ; what they mean is other tests' matter. */
const quick = ({
  encoder = 'be-bow',
  ...settings
}: Partial<TrainingSettingsInput>): TrainingSettingsInput => ({
  encoder,
  batchSize: 16,
  maxSteps: 10,
  ...(encoder !== 'lookup' && { maxLength: 8 }),
  ...(!encoder.endsWith('bow') && { dimension: 12 }),
  validation: { triples: 5, candidates: 20 },
  ...settings,
});

/**
 * Train a tiny model on what the store holds and make it current, as a worker does, in this process.
 *
 * @returns its id
 */
export async function trainTiny(
  db: Database,
  dataFolder: string,
  name: string,
  settings: Partial<TrainingSettingsInput> = {},
): Promise<string> {
  const submitted = await new JobService(db).submitTraining(quick(settings), 'a test', { name });
  await carryOut(db, dataFolder, submitted.id);
  const [model] = await db.read<{ id: string }>(
    "MATCH (m:Model {name: $name, state: 'current'}) RETURN m.id AS id",
    { name },
  );
  return model!.id;
}

/** Carry out the one job that waits, as a worker does, in this process. */
export async function carryOut(db: Database, dataFolder: string, jobId: string): Promise<JobResult> {
  const claimed = await claimJob(db, { worker: 'a test', leaseMs: 600_000 });
  if (claimed?.job.id !== jobId) throw new Error('another job waits in this database');
  const result = await work[claimed.job.kind]({
    ...claimed,
    ...{ db, dataFolder, baseEncoder: baseOf, onProgress: noProgress, onLog: () => {} },
    signal: new AbortController().signal,
  });
  const { metrics, report } = result;
  const end = { state: 'succeeded', error: null, progress: null, logTail: [] } as const;
  await finishJob(db, claimed.lease, { ...end, metrics, result: report });
  return result;
}

const folders: string[] = [];
const running: Services[] = [];

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindred-test-'));
  folders.push(folder);
  return folder;
}

/** Services as `kindred serve` composes them; ended after the file's last test. */
export async function serve(db: Database, dataFolder: string): Promise<Services> {
  const settings = loadSettings({ KINDRED_DATA: dataFolder });
  const services = await createServices({ db, settings, serving: true });
  running.push(services);
  return services;
}

/** Import this module before `neo4j`: what is running ends before the database is closed. */
async function endServices(): Promise<void> {
  await Promise.all(running.splice(0).map((services) => services.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
}

afterAll(endServices);
