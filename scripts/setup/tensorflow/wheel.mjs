import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { command } from '../support/command.mjs';
import { makeFolder } from '../support/draft.mjs';
import { SetupError } from '../support/errors.mjs';
import { downloadWheel, unpackWheel } from '../support/pip.mjs';
import { inCache, inModules } from '../support/places.mjs';

const version = '2.15.1';
const compiler = process.env.CXX || 'g++';

/** PyPI's packages that carry the library, and the platform tag of their wheels. */
const cpuWheels = {
  x64: { name: 'tensorflow-cpu', platform: 'manylinux_2_17_x86_64' },
  arm64: { name: 'tensorflow-cpu-aws', platform: 'manylinux_2_17_aarch64' },
};
const gpuWheels = { x64: { name: 'tensorflow', platform: 'manylinux_2_17_x86_64' } };

/** What the binding is compiled and linked against. */
const members = [
  'tensorflow/include/tensorflow/c/',
  'tensorflow/include/tensorflow/core/platform/',
  'tensorflow/include/tsl/',
  'tensorflow/libtensorflow_cc.so.2',
  'tensorflow/libtensorflow_framework.so.2',
];

const folderOf = ({ gpu }) => inCache(`tensorflow-${gpu ? 'gpu-' : ''}${version}`);
const bindingIn = (folder, variant) =>
  path.join(folder, 'tensorflow', 'build', `tfjs_binding-${variant.version}.node`);

export const binding = (variant) => bindingIn(folderOf(variant), variant);

/**
 * Compile the package's binding against the TensorFlow library of a Python wheel. The binding speaks Node-API, whose
 * headers are an npm package, so neither node-gyp nor Node's own headers are needed.
 */
export async function buildFromWheel(variant) {
  const wheel = (variant.gpu ? gpuWheels : cpuWheels)[process.arch];
  if (process.platform !== 'linux' || !wheel) {
    throw new SetupError(
      `There is no TensorFlow library to build against for ${process.platform} on ${process.arch}.`,
    );
  }
  await command(compiler, ['--version'], {
    missing: `A C++ compiler was not found. Install one (package \`g++\`), then run \`npm run setup\` again.`,
  });
  const complete = (folder) => existsSync(bindingIn(folder, variant));
  await makeFolder(folderOf(variant), (draft) => fill(draft, wheel, variant), complete);
  return binding(variant);
}

async function fill(draft, { name, platform }, variant) {
  const downloads = path.join(draft, 'download');
  const target = [
    '--python-version',
    '3.11',
    '--implementation',
    'cp',
    '--abi',
    'cp311',
    '--platform',
    platform,
  ];
  await unpackWheel(await downloadWheel(`${name}==${version}`, downloads, target), draft, members);
  rmSync(downloads, { recursive: true });
  await compile(path.join(draft, 'tensorflow'), bindingIn(draft, variant), variant);
}

async function compile(folder, output, variant) {
  const sources = inModules(variant.package, 'binding');
  mkdirSync(path.dirname(output));
  await command(compiler, [
    ...['-O2', '-std=c++17', '-shared', '-fPIC', '-o', output],
    ...readdirSync(sources)
      .filter((file) => file.endsWith('.cc'))
      .map((file) => path.join(sources, file)),
    ...['-I', inModules('node-api-headers', 'include'), '-I', path.join(folder, 'include')],
    ...['-L', folder, '-l:libtensorflow_cc.so.2', '-l:libtensorflow_framework.so.2', '-Wl,-rpath,$ORIGIN/..'],
  ]);
}
