import { type ChildProcess, spawn } from 'node:child_process';
import { compiled } from '../../src/shared/paths';

export interface Ended {
  status: number;
  out: string;
  err: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** what it has written on standard output so far */
  readonly out: () => string;
  readonly ended: Promise<Ended>;
}

/** Start the command as a user does, in a pipe. */
export function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [compiled('main.js'), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ status: code ?? -1, out, err }));
  });
  return { child, out: () => out, ended };
}

export function kindred(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return start(args, environment).ended;
}
