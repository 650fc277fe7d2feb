import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './errors.mjs';
import { cache } from './places.mjs';

/**
 * Make a folder and those above it, where they are missing; `src/shared/files.ts` has the like for the command.
 *
 * Level by level: Node's recursive `mkdir` never returns where the system says that a folder's parent is missing
 * although it is there, as /proc does.
 *
 * @throws SetupError that says which folder cannot be made and what to do
 */
export function makeDirectory(folder) {
  const { root } = path.parse(folder);
  const names = folder.slice(root.length).split(path.sep).filter(Boolean);
  try {
    names.reduce((above, name) => makeOne(path.join(above, name)), root);
  } catch (error) {
    const inCache = !path.relative(cache, folder).startsWith('..');
    const advice = inCache ? 'Set KINDRED_CACHE to a folder that can be written to.' : 'Make it writable.';
    throw new SetupError(`${folder} cannot be made (${error.message}). ${advice}`);
  }
}

function makeOne(folder) {
  if (!existsSync(folder)) {
    try {
      mkdirSync(folder);
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // another process was faster
    }
  }
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}
