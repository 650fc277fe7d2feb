import { claimJob, finishJob, type Lease, renewLease } from '../../src/graph/leases';
import type { Database } from '../../src/graph/database';
import { type Job, JobService } from '../../src/services/jobs';
import { clear, testDatabase } from '../support/neo4j';

let db: Database;
let jobs: JobService;

beforeAll(async () => {
  db = await testDatabase();
  jobs = new JobService(db, 20);
});
beforeEach(() => clear(db));

const report = (done: number) => ({
  progress: { stage: 'training', done, total: 10, unit: 'steps' },
  metrics: { loss: 1 / done },
  logTail: [],
});

describe('submitting a training', () => {
  it('keeps the settings with all defaults filled in, and names the model after its encoder', async () => {
    const job = await jobs.submitTraining({ encoder: 'be-bow', maxSteps: 7 }, 'ann');
    expect(job).toMatchObject({
      state: 'queued',
      kind: 'train',
      createdBy: 'ann',
      attempt: 0,
      modelId: null,
    });
    expect(job.parameters).toMatchObject({
      name: 'be-bow',
      settings: { maxSteps: 7, batchSize: 64, relationModel: 'transe' },
    });
    expect(await jobs.get(job.id)).toEqual(job);
  });

  it('is told how many others come before it', async () => {
    const [first, second] = [
      await jobs.submitTraining({ encoder: 'be-bow' }, 'ann'),
      await jobs.submitTraining({ encoder: 'be-bow' }, 'ann'),
    ];
    expect([await jobs.before(first), await jobs.before(second)]).toEqual([0, 1]);
    await jobs.cancel(first.id, 'ann');
    expect(await jobs.before(second)).toBe(0);
  });

  it('takes a preset for what is not said', async () => {
    const given = { encoder: 'be-bow', batchSize: 64, validation: { triples: 9 } } as const;
    const { parameters } = await jobs.submitTraining(given, 'ann', { preset: 'quick' });
    const validation = { triples: 9, candidates: 5000 };
    const settings = { loss: 'contrastive', maxSteps: 1200, batchSize: 64, validation };
    expect(parameters).toMatchObject({ settings });
    for (const [settings, preset, message] of [
      [given, 'slow', /preset: expected "quick", came "slow"/],
      [{ encoder: 'elmo' }, 'quick', /encoder: /],
    ] as const)
      await expect(jobs.submitTraining(settings as never, 'ann', { preset })).rejects.toThrow(message);
  });

  it.each([
    [{ encoder: 'elmo' }, undefined, /encoder: /],
    [{ encoder: 'be-bow', maxSteps: 0, seed: -1 }, undefined, /maxSteps: .*; seed: /],
    [{ encoder: 'be-bow', colour: 'red' }, undefined, /colour/],
    [
      { encoder: 'blp', relationModel: 'kg-bert' },
      undefined,
      /no vectors.*Train it on files: `kindred train --split/,
    ],
    [{ encoder: 'be-bow' }, 'Größe 1', /"Größe 1" cannot name a model: up to 40 lower-case letters/],
    [{ encoder: 'be-bow' }, '', /"" cannot name a model/],
  ])('refuses %j named %j', async (settings, name, message) => {
    const submitted = jobs.submitTraining(settings as never, 'ann', { name });
    await expect(submitted).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message),
    });
    expect(await jobs.list({}, 10)).toEqual([]);
  });
});

describe('a job that is not there', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['get', () => jobs.get('nowhere')],
    ['cancel', () => jobs.cancel('nowhere', 'ann')],
    ['watch', () => jobs.watch('nowhere').next()],
  ])('is NOT_FOUND for %s', async (_what, ask) => {
    await expect(ask()).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('"nowhere"'),
    });
  });
});

describe('watching a job', () => {
  async function running(): Promise<{ id: string; lease: Lease }> {
    const { id } = await jobs.submitTraining({ encoder: 'be-bow' }, 'ann');
    return { id, lease: (await claimJob(db, { worker: 'one', leaseMs: 60_000 }))!.lease };
  }

  it('gives the job at once, after each change, and ends with it', async () => {
    const { id, lease } = await running();
    const seen: Job[] = [];
    for await (const job of jobs.watch(id)) {
      seen.push(job);
      const done = (job.progress?.done ?? 0) + 1;
      if (done <= 3) await renewLease(db, lease, 60_000, report(done));
      else if (job.state === 'running')
        await finishJob(db, lease, { state: 'succeeded', error: null, ...report(3) });
    }
    expect(seen.map(({ state, progress }) => [state, progress?.done])).toEqual([
      ['running', undefined],
      ['running', 1],
      ['running', 2],
      ['running', 3],
      ['succeeded', 3],
    ]);
  });

  it('shows an ended job once', async () => {
    const { id, lease } = await running();
    await finishJob(db, lease, { state: 'failed', error: 'no triples', ...report(1) });
    const seen = [];
    for await (const job of jobs.watch(id)) seen.push(job.error);
    expect(seen).toEqual(['no triples']);
  });

  it('stops asking the store when its consumer leaves, or the signal says so', async () => {
    const { id } = await running();
    for await (const job of jobs.watch(id)) if (job.state === 'running') break;
    const aborting = new AbortController();
    const watched = jobs.watch(id, aborting.signal);
    await watched.next();
    setTimeout(() => aborting.abort(), 60);
    expect(await watched.next()).toEqual({ done: true, value: undefined });
    const before = db.statements;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(db.statements).toBe(before);
  });
});
