import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectory } from './directory.mjs';
import { isAlive } from './draft.mjs';

/** Let one process at a time do `work`; the lock of one that died is taken over. `onWait(pid)` is called once. */
export async function withLock(file, work, onWait) {
  makeDirectory(path.dirname(file));
  const mine = `${process.pid}\n`;
  for (let waited = false; !(await take(file, mine)); await sleep(300)) {
    if (!waited) onWait(Number(read(file)));
    waited = true;
  }
  try {
    return await work();
  } finally {
    if (read(file) === mine) rmSync(file, { force: true });
  }
}

async function take(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(read(file));
  if (holder && isAlive(holder)) return false;
  // Of several that see a dead holder at once the last one to rename has it; each looks again after all have renamed.
  writeFileSync(`${file}.${process.pid}`, mine);
  renameSync(`${file}.${process.pid}`, file);
  await sleep(200);
  return read(file) === mine;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
