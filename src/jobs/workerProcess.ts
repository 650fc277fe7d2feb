import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Store } from '../graph/local/openStore';
import { log } from '../shared/log';
import { compiled } from '../shared/paths';
import { pause } from '../shared/pause';
import { storeEnvironment } from './environment';

export interface WorkerProcess {
  readonly pid: number | undefined;
  /** The job under way returns to the queue with a checkpoint. */
  stop(): Promise<void>;
}

/** How long an orderly stop may take; a checkpoint is written in it. */
const stopSeconds = 40;

/** A `kindred worker` beside this process: started again when it dies, stopped with this process, also by its kill. */
export function startWorkerProcess(store: Store): WorkerProcess {
  const stopping = new AbortController();
  let child = start(store);
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await ended(child);
      if (stopping.signal.aborted) return;
      log.warn({ pid: child.pid }, 'the worker process ended; another one is started');
      await pause(1_000, stopping.signal);
      if (!stopping.signal.aborted) child = start(store);
    }
  })();
  return {
    get pid() {
      return child.pid;
    },
    async stop() {
      stopping.abort();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1_000);
      await ended(child);
      clearTimeout(timer);
      await watching;
    },
  };
}

function start(store: Store): ChildProcess {
  return fork(compiled('main.js'), ['worker'], {
    env: storeEnvironment(store),
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
