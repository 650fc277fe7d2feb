import type { Database } from '../../src/graph/database';
import { findResults, latestResults } from '../../src/graph/jobResults';
import { createJob } from '../../src/graph/jobs';
import { claimJob, finishJob, LeaseLostError } from '../../src/graph/leases';
import { clear, testDatabase } from '../support/neo4j';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

const end = { state: 'succeeded', error: null, progress: null, metrics: {}, logTail: [] } as const;

async function claimed(id: string, modelId: string, kind: 'train' | 'evaluate' = 'evaluate') {
  await createJob(db, { id, kind, parameters: {}, createdBy: 'a test', modelId });
  return (await claimJob(db, { worker: 'one', leaseMs: 60_000 }))!.lease;
}
const finished = async (id: string, modelId: string, result: object, kind?: 'train') =>
  finishJob(db, await claimed(id, modelId, kind), { ...end, result });

describe('results of jobs', () => {
  it('are found by job and by kind', async () => {
    await finished('a', 'tiny@1', { mrr: 0.5, nested: [{ name: 'x' }] });
    await finished('b', 'tiny@1', { mrr: 0.7 }, 'train');
    await claimed('c', 'tiny@1');
    expect(await findResults(db, 'evaluate', ['a', 'b', 'c', 'nowhere'])).toEqual(
      new Map([
        [
          'a',
          {
            ...{ jobId: 'a', modelId: 'tiny@1', result: { mrr: 0.5, nested: [{ name: 'x' }] } },
            finishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
          },
        ],
      ]),
    );
  });

  it('are the latest of each model', async () => {
    await finished('a', 'tiny@1', { mrr: 0.1 });
    await finished('b', 'tiny@1', { mrr: 0.2 });
    await finished('c', 'tiny@2', { mrr: 0.3 });
    await finished('d', 'tiny@1', { mrr: 0.4 }, 'train');
    await claimed('e', 'tiny@1');
    const latest = await latestResults(db, 'evaluate', ['tiny@1', 'tiny@2', 'tiny@3']);
    expect([...latest].map(([model, { jobId }]) => [model, jobId])).toEqual([
      ['tiny@1', 'b'],
      ['tiny@2', 'c'],
    ]);
  });

  it('are not written under a lease that was lost, nor over one that is there', async () => {
    const { attempt, ...lease } = await claimed('a', 'tiny@1');
    const late = finishJob(db, { ...lease, attempt: attempt - 1 }, { ...end, result: { mrr: 0 } });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect((await findResults(db, 'evaluate', ['a'])).size).toBe(0);
    await finishJob(db, { ...lease, attempt }, { ...end, result: { mrr: 0.5 } });
    const again = finishJob(db, { ...lease, attempt }, { ...end, result: { mrr: 0.6 } });
    await expect(again).rejects.toThrow(LeaseLostError);
    expect((await findResults(db, 'evaluate', ['a'])).get('a')!.result).toEqual({ mrr: 0.5 });
  });
});
