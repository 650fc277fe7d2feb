import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Database } from '../graph/database';
import { claimJob, LeaseLostError } from '../graph/leases';
import { forgetWorker, heartbeat } from '../graph/workers';
import { KindredError } from '../shared/errors';
import { log } from '../shared/log';
import { pause } from '../shared/pause';
import { runAttempt } from './attempt';

export interface WorkerOptions {
  readonly db: Database;
  readonly dataFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** how long a killed worker's job stays its own */
  readonly leaseMs?: number;
  readonly pollMs?: number;
}

/** Workers say that they live this often, and count as gone after three times as long. */
export const heartbeatMs = 5_000;

/** Carry out jobs, one at a time, until the signal; a job under way then returns to the queue with its checkpoint. */
export async function runWorker({
  signal,
  leaseMs = 15_000,
  pollMs = 1_000,
  ...options
}: WorkerOptions): Promise<void> {
  const { db } = options;
  const worker = `${os.hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const beat = () => heartbeat(db, worker).catch(() => undefined); // the claims report a store that is away
  const timer = setInterval(() => void beat(), heartbeatMs);
  await beat();
  let troubled = false;
  try {
    while (!signal.aborted) {
      try {
        const claimed = await claimJob(db, { worker, leaseMs });
        troubled = false;
        if (!claimed) await pause(pollMs, signal);
        else await runAttempt({ ...options, ...claimed, signal, leaseMs });
      } catch (error) {
        report(error, troubled);
        troubled = true;
        await pause(2_000, signal);
      }
    }
  } finally {
    clearInterval(timer);
    await forgetWorker(db, worker).catch(() => undefined);
  }
}

/** Trouble that lasts is told once, not every two seconds. */
function report(error: unknown, again: boolean): void {
  if (error instanceof LeaseLostError) log.warn(error.message);
  else if (error instanceof KindredError && again) log.debug(error.message);
  else log.error({ err: error }, 'the worker goes on after an error');
}
