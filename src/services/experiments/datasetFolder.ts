import fs from 'node:fs';
import path from 'node:path';
import { badInput } from '../../shared/errors';

/** The files of a benchmark graph, as it is commonly distributed. */
export interface DatasetFiles {
  readonly train: string;
  readonly valid: string;
  readonly test: string;
  /** entity, then its text, a line */
  readonly text: string;
  /** relation, then its text, a line */
  readonly relationText?: string;
}

/** Names under which the files are found, the first that is there. */
const names = {
  train: ['train.tsv', 'train.txt'],
  valid: ['valid.tsv', 'valid.txt', 'dev.tsv', 'dev.txt'],
  test: ['test.tsv', 'test.txt'],
  text: ['entity2text.txt', 'entity2textlong.txt', 'entity2text.tsv'],
  relationText: ['relation2text.txt', 'relation2text.tsv'],
} as const;

/** @throws BAD_INPUT naming the files that are looked for */
export function datasetFiles(folder: string): DatasetFiles {
  const find = (kind: keyof typeof names): string | undefined =>
    names[kind].map((name) => path.join(folder, name)).find((file) => fs.existsSync(file));
  const need = (kind: keyof typeof names): string => {
    const file = find(kind);
    if (file !== undefined) return file;
    throw badInput(`${folder} has none of ${names[kind].join(', ')}. One is needed.`);
  };
  return {
    train: need('train'),
    valid: need('valid'),
    test: need('test'),
    text: need('text'),
    relationText: find('relationText'),
  };
}
