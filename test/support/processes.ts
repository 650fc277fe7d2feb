import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { until } from './workers';

/** The process that a worker has forked for its job, once there is one. */
export function jobProcessOf(worker: ChildProcess): Promise<number> {
  return until('the worker has forked a process', () => Promise.resolve(childrenOf(worker.pid!)[0]));
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
