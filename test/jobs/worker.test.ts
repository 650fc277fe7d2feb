import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../src/graph/database';
import type { Job } from '../../src/graph/jobs';
import { findModel } from '../../src/graph/models';
import { readCard } from '../../src/models/blp';
import { hasEnded, JobService } from '../../src/services/jobs';
import { tinyEncoder } from '../support/baseEncoder';
import { clear, testDatabase, testEnvironment } from '../support/neo4j';
import { countVectors, tinyGraph } from '../support/tinyGraph';
import { startWorker, stop, stopAll, until } from '../support/workers';

jest.setTimeout(120_000);

let db: Database;
let jobs: JobService;
let dataFolder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  db = await testDatabase();
  jobs = new JobService(db, 50);
});
beforeEach(async () => {
  await clear(db);
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindred-jobs-'));
  environment = { ...(await testEnvironment()), KINDRED_DATA: dataFolder, KINDRED_BASE_ENCODER: tinyEncoder };
});
afterEach(async () => {
  await stopAll();
  await rm(dataFolder, { recursive: true, force: true });
});

/** Long enough to be killed in the middle, and a checkpoint after nearly every step. */
const settings = {
  encoder: 'be-bow' as const,
  batchSize: 16,
  negatives: 8,
  maxSteps: 150,
  validation: { triples: 10, candidates: 50 },
  checkpointEveryMinutes: 0.0005,
};
const submit = (changes: object = {}, name?: string) =>
  jobs.submitTraining({ ...settings, ...changes }, 'a test', { name });
const worker = () => startWorker(environment);
const ended = (id: string) => until(`job ${id} has ended`, async () => onlyIf(await jobs.get(id), hasEnded));
const stepped = (id: string, steps: number) =>
  until(`job ${id} has made ${steps} steps`, async () =>
    onlyIf(await jobs.get(id), ({ progress }) => progress?.unit === 'steps' && progress.done >= steps),
  );
const onlyIf = (job: Job, holds: (job: Job) => boolean) => (holds(job) ? job : undefined);
const indexes = () => db.read('SHOW VECTOR INDEXES YIELD name, state');
const modelFolder = (id: string) => path.join(dataFolder, 'models', id);

describe('a training job', () => {
  it('ends with a current model, a vector for every entity, its figures, and nothing left over', async () => {
    await tinyGraph(db);
    worker();
    const { id } = await submit({}, 'tiny');
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'succeeded', error: null, attempt: 1, crashes: 0, modelId: 'tiny@1' });
    expect(job.metrics).toMatchObject({ loss: expect.any(Number), mrr: expect.any(Number) });
    expect(job.logTail.join('\n')).toContain('150 steps of 16 triples');
    expect(await findModel(db, 'tiny@1')).toMatchObject({ state: 'current', version: 1, dimension: 24 });
    expect(await countVectors(db, 'vec_tiny_1', 24)).toBe(60);
    expect(await indexes()).toEqual([{ name: 'vec_tiny_1', state: 'ONLINE' }]);
    expect(readCard(modelFolder('tiny@1')).card.steps).toBe(150);
    expect(existsSync(path.join(dataFolder, 'jobs', id))).toBe(false);
  });

  it('retires the version before and takes its vectors away', async () => {
    await tinyGraph(db);
    worker();
    await ended((await submit({ maxSteps: 5 }, 'tiny')).id);
    await ended((await submit({ maxSteps: 5, seed: 1 }, 'tiny')).id);
    expect(await findModel(db, 'tiny@1')).toMatchObject({ state: 'retired' });
    expect(await findModel(db, 'tiny@2')).toMatchObject({ state: 'current' });
    expect(readdirSync(path.join(dataFolder, 'models')).sort()).toEqual(['tiny@2']);
    expect(await countVectors(db, 'vec_tiny_1', 24)).toBe(0);
    expect(await countVectors(db, 'vec_tiny_2', 24)).toBe(60);
    expect(await indexes()).toEqual([{ name: 'vec_tiny_2', state: 'ONLINE' }]);
  });

  it('fails with a reason on a graph without triples, and the worker goes on', async () => {
    await tinyGraph(db, 1);
    await db.write('MATCH ()-[t:TRIPLE]->() DELETE t');
    worker();
    const job = await ended((await submit()).id);
    expect(job).toMatchObject({ state: 'failed', attempt: 1 });
    expect(job.error).toMatch(/training needs at least 2/);
    expect(await findModel(db, job.modelId!)).toMatchObject({ state: 'failed' });
    await clear(db);
    await tinyGraph(db);
    expect(await ended((await submit({ maxSteps: 5 })).id)).toMatchObject({ state: 'succeeded' });
  });

  it('is cancelled within a step or two, and takes back what it has made', async () => {
    await tinyGraph(db);
    worker();
    const { id } = await submit({ maxSteps: 1_000_000 });
    await stepped(id, 10);
    await jobs.cancel(id, 'a test');
    const asked = Date.now();
    const job = await ended(id);
    expect(Date.now() - asked).toBeLessThan(5_000);
    expect(job).toMatchObject({ state: 'cancelled', error: null });
    expect(await findModel(db, job.modelId!)).toMatchObject({ state: 'failed' });
    expect(existsSync(path.join(dataFolder, 'jobs', id))).toBe(false);
  });
});

describe('a training job whose worker ends', () => {
  it('goes on after kill -9 from the checkpoint, and ends with the very model of an unbroken run', async () => {
    await tinyGraph(db);
    const first = worker();
    // Progress is told once a second: quick steps would be over before one is seen.
    const longer = { maxSteps: 300, batchSize: 54, negatives: 1024 };
    const unbroken = await ended((await submit(longer, 'unbroken')).id);
    const { id } = await submit(longer, 'broken');
    await stepped(id, 20);
    await stop(first, 'SIGKILL');
    const killedAt = Date.now();
    // Entities that come between the attempts are not trained on, and get their vectors all the same.
    await db.write("MATCH (e:Entity {id: 't:00000'}) CREATE (new:Entity) SET new = e {.*, id: 't:new'}");
    worker();
    await until('another worker has taken it up', async () => (await jobs.get(id)).attempt === 2);
    expect(Date.now() - killedAt).toBeLessThan(30_000);
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'succeeded', attempt: 2, crashes: 1 });
    expect(job.logTail.join('\n')).toMatch(/going on from step [1-9]/);
    const card = (name: string) => readCard(modelFolder(`${name}@1`)).card;
    expect(card('broken').files).toEqual(card('unbroken').files);
    expect(job.metrics).toEqual(unbroken.metrics);
    expect(await countVectors(db, 'vec_broken_1', 24)).toBe(61);
  });

  it('writes exactly the missing vectors after kill -9 in the middle of writing them', async () => {
    await tinyGraph(db, 2_500);
    const first = worker();
    // Holding an entity of the third block makes the worker wait there, with two blocks written and none current.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const holding = db.transaction('WRITE', async (run) => {
      await run("MATCH (e:Entity {id: 't:02400'}) SET e.held = true");
      await held;
      await run("MATCH (e:Entity {id: 't:02400'}) REMOVE e.held");
    });
    const { id } = await submit({ maxSteps: 5 }, 'tiny');
    await until('two blocks are written', async () => (await countVectors(db, 'vec_tiny_1', 24)) === 2_000);
    expect(await findModel(db, 'tiny@1')).toMatchObject({ state: 'writing' });
    await stop(first, 'SIGKILL');
    letGo();
    await holding;
    await db.write('MATCH (j:Job {id: $id}) SET j.leaseUntil = 0', { id }); // as if its time had passed
    worker();
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 2, modelId: 'tiny@1' });
    expect(await findModel(db, 'tiny@1')).toMatchObject({ state: 'current' });
    expect(await countVectors(db, 'vec_tiny_1', 24)).toBe(2_500);
  });

  it('returns to the queue with a checkpoint when the worker is told to stop', async () => {
    await tinyGraph(db);
    const first = worker();
    const { id } = await submit({ maxSteps: 1_000_000, checkpointEveryMinutes: 60 });
    await stepped(id, 20);
    await stop(first, 'SIGTERM');
    expect(await jobs.get(id)).toMatchObject({ state: 'queued', attempt: 1, crashes: 0 });
    worker();
    const job = await until('the next attempt has said where it begins', async () =>
      onlyIf(await jobs.get(id), ({ logTail }) => logTail.some((line) => line.includes('going on'))),
    );
    expect(job).toMatchObject({ state: 'running', attempt: 2, crashes: 0 });
    expect(job.logTail.join('\n')).toMatch(/going on from step [1-9]/);
    await jobs.cancel(id, 'a test');
    await ended(id);
  });

  it('takes back what it has made when it is cancelled between two workers', async () => {
    await tinyGraph(db);
    const first = worker();
    const { id } = await submit({ maxSteps: 1_000_000 });
    await stepped(id, 20);
    await stop(first, 'SIGTERM');
    expect(existsSync(path.join(dataFolder, 'jobs', id))).toBe(true);
    expect(await jobs.cancel(id, 'a test')).toMatchObject({ state: 'queued', cancelRequested: true });
    worker();
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'cancelled' });
    expect(await findModel(db, job.modelId!)).toMatchObject({ state: 'failed' });
    expect(existsSync(path.join(dataFolder, 'jobs', id))).toBe(false);
  });

  it('fails after five crashes, saying so', async () => {
    await tinyGraph(db);
    const { id } = await submit();
    await db.write(
      "MATCH (j:Job {id: $id}) SET j.state = 'running', j.attempt = 5, j.crashes = 4, j.leaseUntil = 0",
      { id },
    );
    worker();
    const job = await ended(id);
    expect(job).toMatchObject({ state: 'failed', attempt: 6, crashes: 5 });
    expect(job.error).toMatch(/^The job's process ended 5 times without a result, at last with its worker\./);
  });
});
