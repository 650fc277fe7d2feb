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

/** Names under which the files are found, the first that is there. */
const names = {
  train: ['train.tsv', 'train.txt'],
  valid: ['valid.tsv', 'valid.txt', 'dev.tsv', 'dev.txt'],
  test: ['test.tsv', 'test.txt'],
  relationText: ['relation2text.txt', 'relation2text.tsv'],
} as const;

/** All that are there, in the order in which they count. */
const textNames = ['entity2textlong.txt', 'entity2text.txt', 'entity2text.tsv'] as const;

/** @throws BAD_INPUT naming the files that are looked for */
export function datasetFiles(folder: string): DatasetFiles {
  const find = (kind: keyof typeof names): string | undefined =>
    names[kind].map((name) => path.join(folder, name)).find((file) => fs.existsSync(file));
  const lacks = (some: readonly string[]) =>
    badInput(`${folder} has none of ${some.join(', ')}. One is needed.`);
  const need = (kind: keyof typeof names): string => {
    const file = find(kind);
    if (file !== undefined) return file;
    throw lacks(names[kind]);
  };
  const texts = (): string[] => {
    const found = textNames.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
    if (found.length > 0) return found;
    throw lacks(textNames);
  };
  return {
    train: need('train'),
    valid: need('valid'),
    test: need('test'),
    text: texts(),
    relationText: find('relationText'),
  };
}
