import fs from 'node:fs';
import path from 'node:path';
import { badInput } from '../../shared/errors';

/** The files of a benchmark graph, as it is commonly distributed. */
export interface DatasetFiles {
  readonly train: string;
  readonly valid: string;
  readonly test: string;
  /** entity, then its text, a line: long descriptions first, where there are some */
  readonly text: readonly string[];
  /** relation, then its text, a line */
  readonly relationText?: string;
}

/** Names under which the files are found, in the order in which they count. */
const names = {
  train: ['train.tsv', 'train.txt'],
  valid: ['valid.tsv', 'valid.txt', 'dev.tsv', 'dev.txt'],
  test: ['test.tsv', 'test.txt'],
  text: ['entity2textlong.txt', 'entity2text.txt', 'entity2text.tsv'],
  relationText: ['relation2text.txt', 'relation2text.tsv'],
} as const;

/** @throws BAD_INPUT naming the files that are looked for */
export function datasetFiles(folder: string): DatasetFiles {
  const all = (kind: keyof typeof names): string[] =>
    names[kind].map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
  const some = (kind: keyof typeof names): [string, ...string[]] => {
    const [first, ...others] = all(kind);
    if (first !== undefined) return [first, ...others];
    throw badInput(`${folder} has none of ${names[kind].join(', ')}. One is needed.`);
  };
  return {
    train: some('train')[0],
    valid: some('valid')[0],
    test: some('test')[0],
    text: some('text'),
    relationText: all('relationText')[0],
  };
}
