import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { command } from './support/command.mjs';
import { hashOfAll } from './support/hash.mjs';
import { inModules, inRoot, root } from './support/places.mjs';

const stamp = inRoot('dist/.sources');

function sources() {
  const files = readdirSync(inRoot('src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  return [...files, 'tsconfig.json', 'package-lock.json', 'scripts/build-wasm.mjs'];
}

const hashOfSources = () => hashOfAll(sources().map((file) => inRoot(file)));

/** A file whose source is gone may stand where a folder's index is meant. */
function removeLeftovers() {
  for (const file of readdirSync(inRoot('dist'), { recursive: true })) {
    const source = /^(.*)\.js(\.map)?$/.exec(file)?.[1];
    if (source !== undefined && !existsSync(inRoot(`src/${source}.ts`))) rmSync(inRoot(`dist/${file}`));
  }
}

/** TypeScript and the WebAssembly kernel into `dist`. */
export const build = {
  name: 'build',
  title: 'build',
  needs: ['npm'],
  found() {
    const built = existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
    return built ? 'dist is up to date' : undefined;
  },
  async run() {
    const hash = hashOfSources(); // taken first: what changes during the build is built the next time
    await Promise.all([
      command(process.execPath, [inModules('typescript/bin/tsc'), '--project', root, '--pretty', 'false'], {
        cwd: root,
      }),
      command(process.execPath, [inRoot('scripts/build-wasm.mjs')], { cwd: root }),
    ]);
    removeLeftovers();
    writeFileSync(stamp, hash);
    return `compiled ${sources().length} files into dist`;
  },
};
