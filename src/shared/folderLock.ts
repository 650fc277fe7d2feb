import fs from 'node:fs';
import path from 'node:path';
import { KindredError } from './errors';
import { isAlive } from './isAlive';

const lockFile = 'lock';

/** Those of this process: a file with its id that is not among them is of an earlier process of the same id. */
const held = new Set<string>();

/**
 * Do work of which a folder may see only one at a time. A file in the folder names the process; what a process left
 * that is gone counts for nothing.
 *
 * @param folder one that is there, on this machine's own
 * @param what   is done in it, for the message: "training"
 * @throws CONFLICT while another does so
 */
export async function alone<Result>(
  folder: string,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const file = path.resolve(folder, lockFile);
  while (!create(file)) {
    const holder = holderOf(file);
    if (holder !== undefined && !isGone(holder, file)) {
      throw new KindredError(
        'CONFLICT',
        `${folder} is in use: process ${holder || 'unknown'} is ${what} there. Wait for its end, name another folder, or ` +
          `delete ${file} if there is no such process.`,
        { folder },
      );
    }
    fs.rmSync(file, { force: true });
  }
  held.add(file);
  try {
    return await work();
  } finally {
    held.delete(file);
    fs.rmSync(file, { force: true });
  }
}

function create(file: string): boolean {
  try {
    fs.writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Process id; 0 where the file does not name one, undefined where it has gone meanwhile. */
function holderOf(file: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isGone(pid: number, file: string): boolean {
  if (pid === process.pid) return !held.has(file);
  return pid > 0 && !isAlive(pid);
}
