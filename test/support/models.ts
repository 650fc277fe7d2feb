import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadSettings } from '../../src/config';
import type { Database } from '../../src/graph/database';
import { claimJob } from '../../src/graph/leases';
import type { TrainingSettingsInput } from '../../src/models/training/settings';
import { createServices, type Services } from '../../src/services';
import { JobService } from '../../src/services/jobs';
import { runTraining } from '../../src/services/training';
import { noProgress } from '../../src/shared/progress';
import { baseOf } from './baseEncoder';

/** A few seconds of training give vectors that differ; what they mean is other tests' matter. */
const quick: TrainingSettingsInput = {
  encoder: 'be-bow',
  batchSize: 16,
  negatives: 4,
  maxSteps: 10,
  maxLength: 8,
  dimension: 12,
  validation: { triples: 5, candidates: 20 },
};

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
  const submitted = await new JobService(db).submitTraining({ ...quick, ...settings }, 'a test', name);
  const claimed = await claimJob(db, { worker: 'a test', leaseMs: 600_000 });
  if (claimed?.job.id !== submitted.id) throw new Error('another job waits in this database');
  await runTraining({
    ...claimed,
    ...{ db, dataFolder, baseEncoder: baseOf, onProgress: noProgress, onLog: () => {} },
    signal: new AbortController().signal,
  });
  await db.write("MATCH (j:Job {id: $id}) SET j.state = 'succeeded'", { id: submitted.id });
  const [model] = await db.read<{ id: string }>(
    "MATCH (m:Model {name: $name, state: 'current'}) RETURN m.id AS id",
    { name },
  );
  return model!.id;
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
