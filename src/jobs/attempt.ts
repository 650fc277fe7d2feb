import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../graph/database';
import type { Job } from '../graph/jobs';
import { finishJob, type Lease, LeaseLostError, type Outcome, releaseJob, renewLease } from '../graph/leases';
import { jobKinds } from '../services/jobKinds';
import { log } from '../shared/log';
import { compiled } from '../shared/paths';
import type { Ending, FromJobProcess, ToJobProcess } from './messages';
import { JobRecord } from './record';

export interface AttemptOptions {
  readonly db: Database;
  readonly job: Job;
  readonly lease: Lease;
  readonly dataFolder: string;
  /** settings of the job's process: those of this one, and where the store is */
  readonly environment: NodeJS.ProcessEnv;
  /** aborted when the worker stops: the job goes back to the queue with a checkpoint */
  readonly signal: AbortSignal;
  readonly leaseMs: number;
}

/** Processes that end without a word before a job counts as failed. */
export const maxCrashes = 5;
/** Between two renewals of the lease, which also carry progress and learn of a cancellation. */
const beatMs = 1_000;
/** How long a process that was told to stop may take to write its checkpoint. */
const stopSeconds = 30;

/** One attempt at a job: a process of its own does it, and this one keeps the lease and the record. */
export async function runAttempt(options: AttemptOptions): Promise<void> {
  const { db, job, lease, signal, leaseMs } = options;
  const record = new JobRecord(job);
  if (job.cancelRequested) return finish(options, record, { state: 'cancelled', error: null });
  if (job.crashes >= maxCrashes) return finish(options, record, crashed(job, job.crashes, 'with its worker'));

  record.log(`attempt ${lease.attempt} began`);
  const child = startProcess(options);
  let ending: Ending | undefined;
  child.on('message', (message: FromJobProcess) => {
    record.take(message);
    if (message.type !== 'progress' && message.type !== 'log') ending = message;
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const stopChild = stopOnce(child);
  signal.addEventListener('abort', stopChild);
  if (signal.aborted) stopChild();

  let cancelled = false;
  try {
    for (let alive = true; alive; alive = (await Promise.race([exited, sleep(beatMs)])) === undefined) {
      const renewed = await renewLease(db, lease, leaseMs, record.report()).catch(survivable);
      if (!renewed?.cancelRequested) continue;
      cancelled = true;
      stopChild();
    }
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    signal.removeEventListener('abort', stopChild);
  }

  if (ending?.type === 'succeeded')
    return finish(options, record, { state: 'succeeded', error: null, result: ending.report });
  if (cancelled) return finish(options, record, { state: 'cancelled', error: null });
  if (ending?.type === 'failed') return finish(options, record, { state: 'failed', error: ending.error });
  if (ending?.type === 'stopped' || signal.aborted) return releaseJob(db, lease, { crashed: false });

  const [code, killedBy] = await exited;
  const how = killedBy ? `by ${killedBy}` : `with exit status ${code}`;
  log.warn({ job: job.id, attempt: lease.attempt }, `the job's process ended ${how}`);
  if (job.crashes + 1 >= maxCrashes) return finish(options, record, crashed(job, job.crashes + 1, how));
  await releaseJob(db, lease, { crashed: true });
}

function startProcess({ job, lease, environment }: AttemptOptions): ChildProcess {
  const child = fork(compiled('jobs', 'jobProcess.js'), [], {
    env: environment,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  send(child, { type: 'start', job, lease });
  return child;
}

function stopOnce(child: ChildProcess): () => void {
  let told = false;
  return () => {
    if (told) return;
    told = true;
    send(child, { type: 'stop' });
    const timer = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1_000);
    child.once('exit', () => clearTimeout(timer));
  };
}

function send(child: ChildProcess, message: ToJobProcess): void {
  child.send(message, () => undefined); // a process that has just died is noticed by its exit
}

/** The job goes on while the store is away; only a lost lease ends it. */
function survivable(error: unknown): undefined {
  if (error instanceof LeaseLostError) throw error;
  log.warn({ err: error }, 'the lease could not be renewed');
}

type Verdict = Pick<Outcome, 'state' | 'error' | 'result'>;

function crashed({ kind }: Job, times: number, how: string): Verdict {
  const error =
    `The job's process ended ${times} times without a result, at last ${how}. ` +
    `Often there was too little memory: look at the log, free some or ${jobKinds[kind].savesMemory}, and submit it again.`;
  return { state: 'failed', error };
}

/** What is half made goes before the job ends, under its lease. */
async function finish(
  { db, job, lease, dataFolder }: AttemptOptions,
  record: JobRecord,
  verdict: Verdict,
): Promise<void> {
  if (verdict.state !== 'succeeded') await jobKinds[job.kind].abandon({ db, job, lease, dataFolder });
  if (verdict.state !== 'succeeded') record.log([verdict.state, verdict.error].filter(Boolean).join(': '));
  await finishJob(db, lease, { ...verdict, ...record.report() });
}
