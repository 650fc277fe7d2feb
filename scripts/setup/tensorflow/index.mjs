import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { command } from '../support/command.mjs';
import { makeDirectory } from '../support/directory.mjs';
import { SetupError } from '../support/errors.mjs';
import { inModules, root } from '../support/places.mjs';
import { binding as downloaded, install } from './ownInstaller.mjs';
import { binding as built, buildFromWheel } from './wheel.mjs';

/** The version that the lockfile pins; the GPU package, which it does not name, comes in the same one. */
const version = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))
  .packages['node_modules/@tensorflow/tfjs-node'].version;

const variants = {
  cpu: { package: '@tensorflow/tfjs-node', version, gpu: false },
  gpu: { package: '@tensorflow/tfjs-node-gpu', version, gpu: true },
};

/** Where the package looks for its native half: the newest Node-API version that both it and this Node know. */
const placeOf = (variant) => inModules(variant.package, 'lib', `napi-v${Math.min(8, process.versions.napi)}`);
const linkOf = (variant) => path.join(placeOf(variant), 'tfjs_binding.node');

/** The native half of TensorFlow.js, kept in the cache and linked into `node_modules`, which `npm ci` empties. */
export const tensorflow = {
  name: 'tensorflow',
  title: 'TensorFlow',
  needs: ['npm'],
  without:
    "TensorFlow.js's own CPU backend is used: everything works, but training and embedding are 50 to 100 times slower",
  found({ gpu }) {
    const link = linkOf(gpu ? variants.gpu : variants.cpu);
    return existsSync(link) ? `native${gpu ? ', for the GPU' : ''}` : undefined;
  },
  async run({ gpu }) {
    const variant = gpu ? variants.gpu : variants.cpu;
    if (gpu) await addGpuPackage(variant);
    const faults = [];
    for (const [origin, find] of [
      ['linked from the cache', async () => [built(variant), downloaded(variant)].find(existsSync)],
      ["downloaded by the package's own installer", () => install(variant)],
      ['built against the library of the Python package', () => buildFromWheel(variant)],
    ]) {
      try {
        const binding = await find();
        if (!binding) continue;
        link(variant, binding);
        return `${origin}, ${await check(variant)}`;
      } catch (error) {
        faults.push(error.message);
        rmSync(linkOf(variant), { force: true });
      }
    }
    throw new SetupError(faults.join('\n      '));
  },
};

/** Beside the lockfile, since most machines have no use for it. */
async function addGpuPackage(variant) {
  const name = `${variant.package}@${variant.version}`;
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    name,
  ];
  await command('npm', args, { cwd: root, env: { ONNXRUNTIME_NODE_INSTALL: 'skip' } });
}

function link(variant, binding) {
  makeDirectory(placeOf(variant));
  rmSync(linkOf(variant), { force: true });
  symlinkSync(binding, linkOf(variant));
}

/** Multiply once. Node 23 dropped `util.isNullOrUndefined`, which the package calls; Kindred puts it back likewise. */
async function check({ package: name }) {
  const script = `
    require('node:util').isNullOrUndefined ??= (value) => value === undefined || value === null;
    const tf = require('${name}');
    const [value] = tf.matMul([[1, 2]], [[3], [4]]).dataSync();
    if (value !== 11) throw new Error('1·3 + 2·4 gave ' + value);
    console.log('libtensorflow ' + tf.backend().binding.TF_Version);`;
  const output = await command(process.execPath, ['-e', script], {
    cwd: root,
    env: { TF_CPP_MIN_LOG_LEVEL: '2' },
  });
  return /libtensorflow \S+/.exec(output)[0];
}
