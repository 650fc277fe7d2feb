import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** The same default as in `src/config.ts`, which is not compiled yet when set-up begins. */
export const cache = path.resolve(
  process.env.KINDRED_CACHE ||
    path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'kindred'),
);

export const inRoot = (...parts) => path.join(root, ...parts);
export const inCache = (...parts) => path.join(cache, ...parts);
export const inModules = (...parts) => path.join(root, 'node_modules', ...parts);
