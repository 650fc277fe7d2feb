import { countWorkers } from '../graph/workers';
import type { Store } from '../graph/local/openStore';
import { heartbeatMs } from '../jobs/worker';
import { startWorkerProcess } from '../jobs/workerProcess';
import { hasEnded, type Job, JobService } from '../services/jobs';
import { KindredError } from '../shared/errors';
import { counted } from '../shared/terminal';
import type { Console } from './console';

export interface FollowRequest {
  readonly store: Store;
  readonly jobId: string;
  readonly console: Console;
  readonly signal: AbortSignal;
  /** the command that goes on with the job after an interruption */
  readonly resume: string;
}

/**
 * Show a job's progress until it has ended; where no worker lives, one runs for that long.
 *
 * @throws CANCELLED when the signal comes first, and the job stays, to be gone on with; INTERNAL when it failed
 */
export async function followJob({ store, jobId, console, signal, resume }: FollowRequest): Promise<Job> {
  const jobs = new JobService(store.db);
  let job = await jobs.get(jobId);
  const before = job.state === 'queued' ? await jobs.before(job) : 0;
  if (before > 0) console.print(`  It waits for ${counted(before, 'job')} before it.`);
  const others = await countWorkers(store.db, 3 * heartbeatMs);
  const worker = others === 0 ? startWorkerProcess(store) : undefined;
  const newLines = lineTracker();
  try {
    for await (job of jobs.watch(jobId, signal)) {
      for (const line of newLines(job.logTail)) console.print(console.paint('dim', `  ${line}`));
      if (job.progress && job.state === 'running') console.progress.show(job.progress);
    }
  } finally {
    console.progress.done();
    await worker?.stop();
  }
  if (job.state === 'succeeded') return job;
  if (job.state === 'failed') throw new KindredError('INTERNAL', `The job failed. ${job.error}`);
  if (hasEnded(job)) throw new KindredError('CANCELLED', `Job ${jobId} was cancelled.`);
  const state = worker ? 'It waits for a worker.' : 'A worker goes on with it.';
  throw new KindredError('CANCELLED', `Job ${jobId} has not ended yet. ${state} Go on with: ${resume}`);
}

/** Of a log's tail, the lines that were not there the last time, without their clock. */
function lineTracker(): (tail: readonly string[]) => string[] {
  let last = '';
  return (tail) => {
    const fresh = tail.slice(tail.lastIndexOf(last) + 1);
    last = tail.at(-1) ?? last;
    return fresh.map((line) => line.replace(/^\S+Z /, ''));
  };
}
