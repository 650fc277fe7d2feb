import { createJob, findJob, listJobs, requestCancel } from '../../src/graph/jobs';
import {
  claimJob,
  fence,
  finishJob,
  type Lease,
  LeaseLostError,
  releaseJob,
  renewLease,
  setJobModel,
} from '../../src/graph/leases';
import { countWorkers, forgetWorker, heartbeat } from '../../src/graph/workers';
import type { Database } from '../../src/graph/database';
import { clear, testDatabase } from '../support/neo4j';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

const report = {
  progress: { stage: 'training', done: 3, unit: 'steps' },
  metrics: { loss: 0.5 },
  logTail: ['began'],
};
const queue = (id: string) =>
  createJob(db, { id, kind: 'train', parameters: { name: 'tiny' }, createdBy: 'a test' });
const claim = (worker: string, leaseMs = 60_000) => claimJob(db, { worker, leaseMs });
const expired = -1_000;

/** Every write that a worker makes for its job. */
const writes: [string, (lease: Lease) => Promise<unknown>][] = [
  ['renewing', (lease) => renewLease(db, lease, 60_000, report)],
  ['releasing', (lease) => releaseJob(db, lease, { crashed: false })],
  ['finishing', (lease) => finishJob(db, lease, { state: 'succeeded', error: null, ...report })],
  ['naming the model', (lease) => db.transaction('WRITE', (run) => setJobModel(run, lease, 'tiny@1'))],
  ['any fenced transaction', (lease) => db.transaction('WRITE', (run) => fence(run, lease))],
];

describe('claiming a job', () => {
  it('gives the oldest first, whole, and nothing when none waits', async () => {
    await queue('first');
    await queue('second');
    const claimed = await claim('one');
    expect(claimed?.job).toMatchObject({
      id: 'first',
      state: 'running',
      attempt: 1,
      crashes: 0,
      parameters: { name: 'tiny' },
    });
    expect(claimed?.job.startedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect((await claim('one'))?.job.id).toBe('second');
    expect(await claim('one')).toBeUndefined();
  });

  it('never gives one job to two of many workers that ask at once', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `job ${i}`);
    await Promise.all(ids.map(queue));
    const claimed = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(`worker ${i}`)));
    const given = claimed.flatMap((claim) => (claim ? [claim.job.id] : []));
    expect(given.sort()).toEqual([...ids].sort());
  });

  it('gives an expired job to exactly one of many that ask at once', async () => {
    await queue('dropped');
    await claim('killed', expired);
    const claimed = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(`worker ${i}`)));
    const taken = claimed.filter((claim) => claim !== undefined);
    expect(taken.map(({ lease }) => lease)).toEqual([{ jobId: 'dropped', attempt: 2 }]);
    expect(taken[0]!.job.crashes).toBe(1);
  });

  it('leaves a job alone as long as its lease is renewed', async () => {
    await queue('busy');
    const { lease } = (await claim('one', expired))!;
    await renewLease(db, lease, 60_000, report);
    expect(await claim('two')).toBeUndefined();
    expect(await findJob(db, 'busy')).toMatchObject({ ...report, state: 'running', attempt: 1 });
  });

  it('gives a released job again, with a crash counted only where there was one', async () => {
    await queue('again');
    await releaseJob(db, (await claim('one'))!.lease, { crashed: false });
    const second = (await claim('one'))!;
    expect(second.job).toMatchObject({ attempt: 2, crashes: 0 });
    await releaseJob(db, second.lease, { crashed: true });
    expect((await claim('one'))!.job).toMatchObject({ attempt: 3, crashes: 1 });
  });
});

describe('a lease that was lost', () => {
  it.each(writes)('voids %s', async (_what, write) => {
    await queue('contested');
    const old = (await claim('stalled', expired))!.lease;
    const current = (await claim('successor'))!.lease;
    const before = await findJob(db, 'contested');
    await expect(write(old)).rejects.toThrow(LeaseLostError);
    await expect(write(old)).rejects.toThrow(
      'Attempt 1 at job contested is over: another worker has taken the job up.',
    );
    expect(await findJob(db, 'contested')).toEqual(before);
    await write(current);
  });

  it.each(writes)('voids %s after the job has ended', async (_what, write) => {
    await queue('over');
    const { lease } = (await claim('one'))!;
    await finishJob(db, lease, { state: 'failed', error: 'no triples', ...report });
    await expect(write(lease)).rejects.toThrow(LeaseLostError);
    expect(await findJob(db, 'over')).toMatchObject({ state: 'failed', error: 'no triples', modelId: null });
  });

  it('rolls back what else its transaction wrote', async () => {
    await queue('contested');
    const old = (await claim('stalled', expired))!.lease;
    await claim('successor');
    const write = db.transaction('WRITE', async (run) => {
      await run("CREATE (:Entity {id: 'half written'})");
      await fence(run, old);
    });
    await expect(write).rejects.toThrow(LeaseLostError);
    expect(await db.read('MATCH (e:Entity) RETURN e')).toEqual([]);
  });

  it('is noticed by a renewal that raced with the claim, whichever came first', async () => {
    for (let round = 0; round < 10; round++) {
      await queue(`race ${round}`);
      const old = (await claim('stalled', expired))!.lease;
      const [renewed, claimed] = await Promise.allSettled([
        renewLease(db, old, 60_000, report),
        claim('successor'),
      ]);
      const job = (await findJob(db, `race ${round}`))!;
      const taken = claimed.status === 'fulfilled' && claimed.value !== undefined;
      expect(job.attempt).toBe(taken ? 2 : 1);
      if (!taken) expect(renewed.status).toBe('fulfilled');
      const again = renewLease(db, old, 60_000, report);
      if (taken) await expect(again).rejects.toThrow(LeaseLostError);
      else await again;
    }
  });
});

describe('cancelling', () => {
  it('ends a waiting job at once', async () => {
    await queue('waiting');
    expect(await requestCancel(db, 'waiting', 'ann')).toMatchObject({
      state: 'cancelled',
      cancelRequested: true,
    });
    expect(await claim('one')).toBeUndefined();
  });

  it('leaves a job that was begun to a worker, which knows of it', async () => {
    await queue('begun');
    await releaseJob(db, (await claim('one'))!.lease, { crashed: false });
    expect(await requestCancel(db, 'begun', 'ann')).toMatchObject({ state: 'queued', cancelRequested: true });
    expect((await claim('two'))!.job).toMatchObject({ id: 'begun', cancelRequested: true });
  });

  it('reaches the worker of a running job with its next renewal', async () => {
    await queue('running');
    const { lease } = (await claim('one'))!;
    expect(await renewLease(db, lease, 60_000, report)).toEqual({ cancelRequested: false });
    expect(await requestCancel(db, 'running', 'ann')).toMatchObject({ state: 'running' });
    expect(await renewLease(db, lease, 60_000, report)).toEqual({ cancelRequested: true });
  });

  it('changes nothing about a job that has ended, and knows no job that is not there', async () => {
    await queue('over');
    await finishJob(db, (await claim('one'))!.lease, { state: 'succeeded', error: null, ...report });
    const before = await findJob(db, 'over');
    expect(await requestCancel(db, 'over', 'ann')).toEqual(before);
    expect(await requestCancel(db, 'nowhere', 'ann')).toBeUndefined();
  });
});

describe('the list of jobs', () => {
  it('is filtered, newest first, and cut', async () => {
    for (const id of ['a', 'b', 'c']) await queue(id);
    await claim('one');
    expect((await listJobs(db, {}, 10)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect((await listJobs(db, { state: 'queued' }, 1)).map(({ id }) => id)).toEqual(['c']);
    expect((await listJobs(db, { state: 'running', kind: 'train' }, 10)).map(({ id }) => id)).toEqual(['a']);
    expect(await listJobs(db, { kind: 'evaluate' }, 10)).toEqual([]);
  });
});

describe('heartbeats of workers', () => {
  it('count those heard of lately and forget the rest', async () => {
    await heartbeat(db, 'alive');
    await heartbeat(db, 'stopped');
    await forgetWorker(db, 'stopped');
    await db.write("CREATE (:Worker {id: 'killed', seenAt: timestamp() - 60000})");
    expect(await countWorkers(db, 15_000)).toBe(1);
    expect(await db.read('MATCH (w:Worker) RETURN w.id AS id')).toEqual([{ id: 'alive' }]);
  });
});
