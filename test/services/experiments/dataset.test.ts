import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { entityTexts } from '../../../src/services/experiments/dataset';
import { datasetFiles } from '../../../src/services/experiments/datasetFolder';
import { fileLabels } from '../../../src/services/experiments/classification/labels';
import { newVocabulary } from '../../../src/services/experiments/dataset';
import { splitInductively } from '../../../src/services/experiments/split';
import { readSplit } from '../../../src/services/experiments/splitFolder';

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

describe('types of entities', () => {
  const triples = Array.from({ length: 30 }, (_, i) =>
    [1, 2, 3].map((step) => `e${i}\tr\te${(i + step) % 30}`),
  ).flat();
  const how = { seed: 0, share: 0.1, leastTriples: 1, leastNeighbours: 1 };

  it('keep their last entity in training', async () => {
    const types = write(
      'types.tsv',
      ...Array.from({ length: 30 }, (_, i) => `e${i}\t${i < 20 ? 'large' : `t${i}`}`),
    );
    const folder = path.join(root, 'typed');
    await splitInductively({ triples: [write('typed.tsv', ...triples)], folder, types, ...how });
    const { vocabulary, parts } = await readSplit(folder);
    const labels = await fileLabels(types, vocabulary);
    const taken = [...parts.valid.entities, ...parts.test.entities].map((row) => labels.get(row));
    expect(taken).toEqual(Array(6).fill('large'));
  });

  it('of no entity of the graph are refused', async () => {
    const vocabulary = newVocabulary();
    vocabulary.entities.add('e0');
    await expect(fileLabels(write('others.tsv', 'x\tlarge'), vocabulary)).rejects.toThrow(/names no entity/);
  });
});
