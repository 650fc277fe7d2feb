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
const restartMs = 1_000;

/** A `kindred worker` beside this process: started again when it dies, stopped with this process, also by its kill. */
export function startWorkerProcess(store: Store): WorkerProcess {
  const stopping = new AbortController();
  let child = start(store);
  const watching = (async () => {
    for (;;) {
      await ended(child);
      await pause(restartMs, stopping.signal);
      if (stopping.signal.aborted) return;
      log.warn({ pid: child.pid }, 'the worker process ended; another one is started');
      child = start(store);
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
      await watching;
      clearTimeout(timer);
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
