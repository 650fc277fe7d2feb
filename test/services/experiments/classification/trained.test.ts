import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings, type TrainingSettingsInput } from '../../../../src/models/training';
import { evaluateClassification } from '../../../../src/services/experiments/classification';
import { splitInductively } from '../../../../src/services/experiments/split';
import { trainOnSplit } from '../../../../src/services/experiments/training';
import { smallGraph } from '../../../models/training/graph';
import { baseOf } from '../../../support/baseEncoder';
import { writeDataset } from '../../../support/splitFiles';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-trained-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
const [data, split] = [path.join(root, 'data'), path.join(root, 'split')];
const files = {
  text: path.join(data, 'entity2text.txt'),
  relationText: path.join(data, 'relation2text.txt'),
};

beforeAll(async () => {
  // Relations as Freebase names them: heads are things, or the nouns that things are named after.
  writeDataset(data, {
    ...smallGraph(120),
    relationIds: ['/small/thing/named_after', '/small/noun/names./a/b/c'],
  });
  const triples = ['train.tsv', 'dev.tsv', 'test.tsv'].map((name) => path.join(data, name));
  await splitInductively({
    triples,
    folder: split,
    seed: 5,
    share: 0.1,
    leastTriples: 5,
    leastNeighbours: 1,
  });
});

const train = async (folder: string, settings: Partial<TrainingSettingsInput>): Promise<string> => {
  await trainOnSplit({
    ...{ split, ...files, folder: path.join(root, folder), baseEncoder: baseOf },
    settings: parseTrainingSettings({
      encoder: 'be-bow',
      batchSize: 16,
      maxSteps: 20,
      validation: { triples: 5 },
      ...settings,
    }),
    onProgress: () => {},
    onLog: () => {},
    signal: new AbortController().signal,
  });
  return path.join(root, folder);
};
const classify = (model: string) =>
  evaluateClassification({ features: { model }, split, text: files.text, labels: 'domains' });

describe('the vectors of a trained model', () => {
  it('tell the types of unseen entities', async () => {
    const report = await classify(await train('bow', {}));
    expect(report.classes.map(({ name }) => name)).toEqual(['/small/noun', '/small/thing']);
    expect(report.dimension).toBe(24);
    expect(report.entities.test.labelled).toBe(report.entities.test.all);
    expect(report.accuracy).toBeGreaterThan(0.9); // things have more words than nouns
  });

  it('are none of new entities for a lookup, and none at all for a model that reads triples', async () => {
    const lookup = await train('lookup', { encoder: 'lookup', dimension: 4 }).catch((error: Error) => error);
    if (typeof lookup === 'string')
      await expect(classify(lookup)).rejects.toThrow(/a lookup has no vector of them/);
    const reader = await train('reader', {
      encoder: 'blp',
      relationModel: 'kg-bert',
      maxLength: 24,
      maxSteps: 2,
    });
    await expect(classify(reader)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/reads whole triples and gives entities no vectors/),
    });
  });
});
