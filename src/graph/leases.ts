import { KindredError } from '../shared/errors';
import type { Progress } from '../shared/progress';
import { type Job, type JobRow, returnJob, toJob } from './jobs';
import { int, type Database, type Run } from './database';

/**
 * A worker's right to run a job and to write for it. It ends by itself when it is not renewed; the next worker then
 * gets a higher attempt number, which voids all later writes under the older one (a fencing token).
 * All times are the database server's, so the clocks of workers do not matter.
 */
export interface Lease {
  readonly jobId: string;
  readonly attempt: number;
}

export class LeaseLostError extends KindredError {
  constructor({ jobId, attempt }: Lease) {
    super('CONFLICT', `Attempt ${attempt} at job ${jobId} is over: another worker has taken the job up.`, {
      jobId,
    });
  }
}

/**
 * Take the oldest job that waits or whose lease ran out. Claims queue up at one node's lock and look for a job only
 * when they hold it, so no two get the same; nothing is written while there is nothing to do.
 */
export async function claimJob(
  db: Database,
  { worker, leaseMs }: { worker: string; leaseMs: number },
): Promise<{ job: Job; lease: Lease } | undefined> {
  const rows = await db.write<JobRow>(
    `MATCH (waiting:Job)
     WHERE waiting.state = 'queued' OR (waiting.state = 'running' AND waiting.leaseUntil < timestamp())
     WITH count(waiting) AS waiting WHERE waiting > 0
     MERGE (queue:JobQueue {id: 'jobs'})
     SET queue.claims = coalesce(queue.claims, 0) + 1
     WITH queue
     MATCH (j:Job)
     WHERE j.state = 'queued' OR (j.state = 'running' AND j.leaseUntil < timestamp())
     WITH j ORDER BY j.createdAt, j.id LIMIT 1
     SET j.crashes = j.crashes + CASE j.state WHEN 'running' THEN 1 ELSE 0 END,
         j.state = 'running', j.attempt = j.attempt + 1, j.worker = $worker,
         j.leaseUntil = timestamp() + $leaseMs, j.startedAt = coalesce(j.startedAt, datetime())
     ${returnJob}`,
    { worker, leaseMs: int(leaseMs) },
  );
  const job = rows.map(toJob)[0];
  return job && { job, lease: { jobId: job.id, attempt: job.attempt } };
}

/** Lock the job, then compare: a claim that was under way has ended before the comparison. */
const held = `
  MATCH (j:Job {id: $jobId})
  SET j.lockedAt = timestamp()
  WITH j WHERE j.attempt = $attempt AND j.state = 'running'`;

/**
 * Make a transaction hold only under a valid lease: call it first in every transaction that writes for a job.
 *
 * @throws LeaseLostError
 */
export async function fence(run: Run, lease: Lease): Promise<void> {
  const rows = await run(`${held} RETURN j.id AS id`, parameters(lease));
  if (rows.length === 0) throw new LeaseLostError(lease);
}

export interface Report {
  progress: Progress | null;
  metrics: Record<string, number>;
  logTail: readonly string[];
}

/**
 * Renew the lease and say how far the job has come; tells whether its end was asked for.
 *
 * @throws LeaseLostError
 */
export async function renewLease(
  db: Database,
  lease: Lease,
  leaseMs: number,
  report: Report,
): Promise<{ cancelRequested: boolean }> {
  const rows = await db.write<{ cancelRequested: boolean }>(
    `${held}
     SET j.leaseUntil = timestamp() + $leaseMs,
         j.progress = $progress, j.metrics = $metrics, j.logTail = $logTail
     RETURN j.cancelRequested AS cancelRequested`,
    { ...parameters(lease), leaseMs: int(leaseMs), ...values(report) },
  );
  if (!rows[0]) throw new LeaseLostError(lease);
  return rows[0];
}

/** Give the job back to the queue: its worker stops (`crashed: false`), or its process died. */
export async function releaseJob(
  db: Database,
  lease: Lease,
  { crashed }: { crashed: boolean },
): Promise<void> {
  const rows = await db.write(
    `${held}
     SET j.state = 'queued', j.leaseUntil = null, j.worker = null, j.crashes = j.crashes + $crashes
     RETURN j.id AS id`,
    { ...parameters(lease), crashes: int(crashed ? 1 : 0) },
  );
  if (rows.length === 0) throw new LeaseLostError(lease);
}

export interface Outcome extends Report {
  state: 'succeeded' | 'failed' | 'cancelled';
  error: string | null;
  /** what a job that succeeded has found, as its kind has it */
  result?: object;
}

export async function finishJob(
  db: Database,
  lease: Lease,
  { state, error, result, ...report }: Outcome,
): Promise<void> {
  const rows = await db.write(
    `${held}
     SET j.state = $state, j.error = $error, j.finishedAt = datetime(), j.leaseUntil = null, j.worker = null,
         j.progress = $progress, j.metrics = $metrics, j.logTail = $logTail, j.result = $result
     RETURN j.id AS id`,
    { ...parameters(lease), state, error, result: result ? JSON.stringify(result) : null, ...values(report) },
  );
  if (rows.length === 0) throw new LeaseLostError(lease);
}

/** Bind a job to the model it is about; a training in one transaction with that model's creation. */
export async function setJobModel(run: Run, lease: Lease, modelId: string): Promise<void> {
  await fence(run, lease);
  await run('MATCH (j:Job {id: $jobId}) SET j.modelId = $modelId', { jobId: lease.jobId, modelId });
}

const parameters = ({ jobId, attempt }: Lease) => ({ jobId, attempt: int(attempt) });

const values = ({ progress, metrics, logTail }: Report) => ({
  progress: progress && JSON.stringify(progress),
  metrics: JSON.stringify(metrics),
  logTail,
});
