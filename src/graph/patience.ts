import { setTimeout as sleep } from 'node:timers/promises';
import { Neo4jError } from 'neo4j-driver';
import { KindredError } from '../shared/errors';
import { isContention } from './contention';

export interface Patience {
  /** how long a server that does not answer is waited for, in milliseconds */
  patience?: number;
  signal?: AbortSignal;
  onWait?: (seconds: number) => void;
}

/**
 * Run a repeatable write until it succeeds, over deadlocks and over a restart of the server: for long work that
 * should not fail because of a pause. Other errors pass through at once.
 */
export async function patiently<Result>(
  write: () => Promise<Result>,
  { patience = 90_000, signal, onWait }: Patience = {},
): Promise<Result> {
  const started = Date.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const waited = Date.now() - started;
      if (!mayPass(error) || waited > patience || signal?.aborted) throw error;
      onWait?.(Math.round(waited / 1000));
      await sleep(200 + Math.random() * 300);
    }
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof KindredError) return error.code === 'STORE_UNAVAILABLE' || isContention(error.cause);
  return error instanceof Neo4jError && error.retryable;
}
