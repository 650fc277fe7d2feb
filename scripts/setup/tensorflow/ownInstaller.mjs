import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { command } from '../support/command.mjs';
import { answers } from '../support/download.mjs';
import { makeFolder } from '../support/draft.mjs';
import { SetupError } from '../support/errors.mjs';
import { inCache, inModules } from '../support/places.mjs';

const folderOf = (variant) => inCache(`${path.basename(variant.package)}-${variant.version}`);
const bindingIn = (folder) => path.join(folder, 'lib', 'napi', 'tfjs_binding.node');

export const binding = (variant) => bindingIn(folderOf(variant));

/** Let the package download library and binding as it would at `npm install`, and move both to the cache. */
export async function install(variant) {
  const folder = inModules(variant.package);
  if (!(await answers(downloadHost(folder))))
    throw new SetupError('The download of the package cannot be reached.');
  await command(process.execPath, ['scripts/install.js', variant.gpu ? 'gpu' : 'cpu', 'download'], {
    cwd: folder,
    env: { PATH: `${inModules('.bin')}${path.delimiter}${process.env.PATH}` },
  });
  const installed = path.join(
    folder,
    'lib',
    `napi-v${Math.min(8, process.versions.napi)}`,
    'tfjs_binding.node',
  );
  if (!existsSync(installed)) throw new SetupError("The package's own installer ended without a binding.");
  // The binding finds the library at ../../deps/lib.
  await makeFolder(
    folderOf(variant),
    (draft) => {
      cpSync(installed, bindingIn(draft));
      cpSync(path.join(folder, 'deps', 'lib'), path.join(draft, 'deps', 'lib'), {
        recursive: true,
        verbatimSymlinks: true,
      });
    },
    (at) => existsSync(bindingIn(at)),
  );
  rmSync(path.join(folder, 'deps'), { recursive: true });
  return binding(variant);
}

/** The address is the package's own, so it is read from there. */
function downloadHost(folder) {
  const own = /BASE_HOST = CDN_STORAGE \|\| '([^']+)'/.exec(
    readFileSync(path.join(folder, 'scripts/install.js'), 'utf8'),
  );
  const { TFJS_NODE_BASE_URI, TFJS_NODE_CDN_STORAGE, CDN_STORAGE } = process.env;
  return TFJS_NODE_BASE_URI ?? TFJS_NODE_CDN_STORAGE ?? CDN_STORAGE ?? own?.[1];
}
