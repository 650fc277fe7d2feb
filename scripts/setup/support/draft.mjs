import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { makeDirectory } from './directory.mjs';

/**
 * Make a folder so that nobody ever sees it unfinished: `fill(draft)` works in a draft beside it, which is renamed into
 * place at the end. Where another process was faster, its folder stays and `keep(target)` says whether it is good.
 */
export async function makeFolder(target, fill, keep) {
  removeAbandoned(path.dirname(target));
  const draft = `${target}.${process.pid}.draft`;
  makeDirectory(draft);
  try {
    const result = await fill(draft);
    if (existsSync(target)) {
      if (keep(target)) return result;
      renameSync(target, path.join(draft, 'replaced')); // moved away, not deleted: it may be in use
      const old = `${draft}.old`;
      renameSync(path.join(draft, 'replaced'), old);
      renameSync(draft, target);
      rmSync(old, { recursive: true, force: true });
    } else {
      renameSync(draft, target);
    }
    return result;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Delete the drafts in `folder` of set-ups that were killed. */
export function removeAbandoned(folder) {
  if (!isFolder(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = /\.(\d+)\.draft(\.old)?$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}

function isFolder(folder) {
  return existsSync(folder) && statSync(folder).isDirectory();
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
