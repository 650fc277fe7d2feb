import { existsSync, readFileSync } from 'node:fs';
import { command } from './support/command.mjs';
import { inModules, inRoot, root } from './support/places.mjs';

/** npm's own record of what it installed is written last, so it exists only after a whole installation. */
function installed() {
  const record = inModules('.package-lock.json');
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).packages : {};
}

/** Whether `node_modules` holds what the lockfile asks for; packages beyond it (GPU support) do no harm. */
export function matchesLockfile(wanted, present) {
  return Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || present[place]?.version === version || (optional && !present[place]),
  );
}

export const npm = {
  name: 'npm',
  title: 'npm dependencies',
  needs: ['node'],
  found() {
    const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
    const present = installed();
    return matchesLockfile(wanted, present)
      ? `${Object.keys(present).length} packages, as the lockfile says`
      : undefined;
  },
  async run() {
    // Install scripts stay off; set-up does the few native steps itself. The variable keeps one from a download of its own.
    const args = [
      'ci',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const missing =
      'npm was not found. It comes with Node; install it (package `npm`) and run `npm run setup` again.';
    await command(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
      cwd: root,
      env: { ONNXRUNTIME_NODE_INSTALL: 'skip' },
      missing,
    });
    return `installed ${Object.keys(installed()).length} packages from the lockfile`;
  },
};
