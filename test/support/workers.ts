import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiled } from '../../src/shared/paths';

const started = new Set<ChildProcess>();

/** A `kindred worker` as `kindred serve` starts it, in a process of its own. */
export function startWorker(environment: Record<string, string>): ChildProcess {
  const child = fork(compiled('main.js'), ['worker'], {
    env: { ...process.env, KINDRED_LOG: 'silent', ...environment },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.add(child);
  return child;
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  started.delete(child);
}

/** For `afterEach`: no worker outlives its test. */
export async function stopAll(): Promise<void> {
  await Promise.all([...started].map((child) => stop(child, 'SIGKILL')));
}

/** Ask until it is so. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  seconds = 100,
): Promise<T> {
  for (const begun = Date.now(); ; await sleep(25)) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() - begun > seconds * 1_000) throw new Error(`not so within ${seconds} s: ${what}`);
  }
}
