import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { entityTexts } from '../../../src/services/experiments/dataset';
import { datasetFiles } from '../../../src/services/experiments/datasetFolder';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-dataset-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

const write = (name: string, ...lines: string[]): string => {
  const file = path.join(root, name);
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
};

describe('the texts of a benchmark graph', () => {
  const prose = 'a word for something that is described here at length, in a whole sentence';
  beforeAll(() => {
    for (const part of ['train', 'valid', 'test']) write(`${part}.tsv`, 'm1\tr\tm2');
    write('entity2text.txt', 'm1\tDog', 'm2\tCat');
    write('entity2textlong.txt', `m1\t${prose}`);
  });

  it('are the long ones, and where there is none the short ones, under names that one of them gives', async () => {
    const { text } = datasetFiles(root);
    expect(text.map((file) => path.basename(file))).toEqual(['entity2textlong.txt', 'entity2text.txt']);
    expect(await entityTexts(text, ['m1', 'm2'])).toEqual([`Dog: ${prose}`, 'Cat']);
  });

  it('are missed in all files', async () => {
    await expect(entityTexts(datasetFiles(root).text, ['m1', 'm3'])).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /without a text in .*long\.txt, .*entity2text\.txt, the first is "m3"/,
      ) as string,
    });
  });
});
