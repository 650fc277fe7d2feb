import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Who asked for the server of a data folder. */
export interface Holder {
  readonly pid: number;
  readonly command: string;
  /** ISO 8601 */
  readonly since: string;
}

/** Where a server that takes connections is. */
export interface RunningServer {
  readonly port: number;
  readonly pid: number;
}

/** The text of the lock file; it says something about now only while the file is locked. */
export function readHolder(folder: string): Holder | undefined {
  return readJson<Holder>(path.join(folder, 'lock'));
}

/** Left behind by a server that was killed: the caller must try to connect. */
export function readServer(folder: string): RunningServer | undefined {
  return readJson<RunningServer>(path.join(folder, 'server.json'));
}

export function describeHolder(folder: string): string {
  const holder = readHolder(folder);
  if (!holder) return 'another process';
  return `\`${holder.command}\` (process ${holder.pid}, since ${holder.since})`;
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined; // not there, or half written a moment ago
  }
}
