import { existsSync } from 'node:fs';
import path from 'node:path';
import { inCache } from '../setup/support/places.mjs';
import { dist, wn18rr } from './support.mjs';

const { splitInductively, usualSplit } = dist('services/experiments/split');

/** Folder of an inductive split of WN18RR, as `kindred split` makes it where nothing else is said; made once. */
export async function wordNetSplit() {
  const folder = inCache('benchmarks', 'wn18rr-inductive');
  const triples = ['train', 'dev', 'test'].map((name) => path.join(wn18rr, `${name}.tsv`));
  if (!existsSync(path.join(folder, 'split.json')))
    await splitInductively({ triples, folder, seed: 0, ...usualSplit });
  return folder;
}
