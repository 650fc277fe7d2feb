import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/graph/database';
import { findModel } from '../../src/graph/models';
import { EvaluationService } from '../../src/services/evaluation';
import { hasEnded, JobService } from '../../src/services/jobs';
import { tinyEncoder } from '../support/baseEncoder';
import { temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase, testEnvironment } from '../support/neo4j';
import { jobProcessOf } from '../support/processes';
import { tinyGraph } from '../support/tinyGraph';
import { startWorker, stop, stopAll, until } from '../support/workers';

jest.setTimeout(120_000);

let db: Database;
let jobs: JobService;
let evaluation: EvaluationService;
let environment: Record<string, string>;
let model: string;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await tinyGraph(db);
  const dataFolder = await temporaryFolder();
  model = await trainTiny(db, dataFolder, 'tiny');
  jobs = new JobService(db, 50);
  evaluation = new EvaluationService(db, dataFolder);
  environment = { ...(await testEnvironment()), KINDRED_DATA: dataFolder, KINDRED_BASE_ENCODER: tinyEncoder };
});
beforeEach(() => db.write('MATCH (j:Job) DELETE j'));
afterEach(stopAll);

const worker = () => startWorker(environment);
const submit = () => evaluation.submit({}, 'a test');
const ended = (id: string) =>
  until(`job ${id} has ended`, async () => {
    const job = await jobs.get(id);
    return hasEnded(job) && job;
  });
const found = async (id: string) => (await evaluation.ofJobs([id])).get(id);
const signal = (pid: number, name: NodeJS.Signals) => process.kill(pid, name);

/** A worker with a job whose process stands still before it has done anything: it takes longer than this to start. */
async function underWay(): Promise<{ id: string; by: ChildProcess; pid: number }> {
  const by = worker();
  const { id } = await submit();
  const pid = await jobProcessOf(by);
  signal(pid, 'SIGSTOP');
  expect(await jobs.get(id)).toMatchObject({ state: 'running', attempt: 1 });
  return { id, by, pid };
}

describe('an evaluation job', () => {
  it('ends with its figures, its report and its log, and is the model’s latest', async () => {
    worker();
    const { id } = await submit();
    const job = await ended(id);
    expect(job).toMatchObject({
      kind: 'evaluate',
      state: 'succeeded',
      error: null,
      attempt: 1,
      modelId: model,
    });
    const report = (await found(id))!;
    expect(job.metrics).toEqual(report.all.filtered.realistic);
    expect(job.progress).toMatchObject({
      stage: 'ranking',
      done: 2 * report.triples,
      total: 2 * report.triples,
    });
    const log = job.logTail.join('\n');
    expect(log).toContain(
      `${report.triples} of ${report.heldOut} held-out triples, ranked among 60 of 60 entities`,
    );
    expect(log).toMatch(/filtered, realistic: mrr 0\.\d+, /);
    expect((await evaluation.latestOf([model])).get(model)).toEqual(report);
  });

  it('fails with a reason that says what to do, and the worker goes on', async () => {
    worker();
    const { id } = await submit();
    await ended(id);
    const { sha256 } = (await findModel(db, model))!;
    const rename = (name: string | null) =>
      db.write('MATCH (m:Model {id: $model}) SET m.sha256 = $name', { model, name });
    await rename('another');
    const broken = await submit();
    const job = await ended(broken.id);
    await rename(sha256);
    expect(job).toMatchObject({ state: 'failed', attempt: 1 });
    expect(job.error).toMatch(/^tiny@1\/model\.json cannot be used: .*train the model again\.$/);
    expect(await found(broken.id)).toBeUndefined();
    expect((await evaluation.latestOf([model])).get(model)).toMatchObject({ jobId: id });
  });
});

describe('an evaluation job that is broken off', () => {
  it('begins anew when its process is killed', async () => {
    const { id, pid } = await underWay();
    signal(pid, 'SIGKILL');
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 2, crashes: 1 });
    expect(await found(id)).toBeDefined();
  });

  it('begins anew when its worker is killed, and what wakes up later changes nothing', async () => {
    const { id, by, pid } = await underWay();
    await stop(by, 'SIGKILL');
    expect(await jobs.get(id)).toMatchObject({ state: 'running' });
    expect(await found(id)).toBeUndefined();
    await db.write('MATCH (j:Job {id: $id}) SET j.leaseUntil = 0', { id }); // as if its time had passed
    worker();
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'succeeded', attempt: 2, crashes: 1 });
    const report = await found(id);
    signal(pid, 'SIGCONT');
    await until('the process has ended', () => Promise.resolve(!isAlive(pid)));
    expect(await jobs.get(id)).toEqual(job);
    expect(await found(id)).toEqual(report);
  });

  it('is cancelled, with nothing left of it', async () => {
    const { id, pid } = await underWay();
    await jobs.cancel(id, 'a test');
    await sleep(2_500); // two beats of the worker, which tells the process
    signal(pid, 'SIGCONT');
    expect(await ended(id)).toMatchObject({ state: 'cancelled', error: null, attempt: 1, metrics: {} });
    expect(await found(id)).toBeUndefined();
    expect((await evaluation.latestOf([model])).size).toBe(0);
  });

  it('returns to the queue when the worker is told to stop', async () => {
    const { id, by, pid } = await underWay();
    const stopped = stop(by, 'SIGTERM');
    await sleep(500);
    signal(pid, 'SIGCONT');
    await stopped;
    expect(await jobs.get(id)).toMatchObject({ state: 'queued', attempt: 1, crashes: 0 });
    worker();
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 2, crashes: 0 });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
