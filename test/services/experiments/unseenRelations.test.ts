import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings } from '../../../src/models/training';
import { evaluateLinkPrediction } from '../../../src/services/experiments/evaluation';
import { splitRelations } from '../../../src/services/experiments/split';
import { trainOnSplit } from '../../../src/services/experiments/training';
import { smallGraph } from '../../models/training/graph';
import { baseOf } from '../../support/baseEncoder';
import { writeDataset } from '../../support/splitFiles';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-unseen-'));
const running = {
  baseEncoder: baseOf,
  onProgress: () => {},
  onLog: () => {},
  signal: new AbortController().signal,
};

afterAll(() => fs.rmSync(root, { recursive: true }));

describe('a split of unseen relations', () => {
  it('is trained on and evaluated by models that read relations, and by no other', async () => {
    const graph = smallGraph(120);
    // Six relations of the same meaning, named apart: what is learned of some holds for the others.
    const many = {
      ...graph,
      relationIds: ['a', 'b', 'c', 'd', 'e', 'f'],
      relationTexts: ['is', 'is of', 'is on', 'is in', 'is at', 'is by'],
      triples: graph.triples.map((row, i) => (i % 3 === 1 ? Math.floor(i / 3) % 6 : row)),
    };
    const folder = path.join(root, 'many');
    writeDataset(folder, many);
    const split = path.join(root, 'unseen');
    const triples = ['train.tsv', 'dev.tsv', 'test.tsv'].map((name) => path.join(folder, name));
    const counts = await splitRelations({
      triples,
      folder: split,
      seed: 1,
      unseenRelations: 1,
      leastTriples: 20,
    });
    expect(counts.test.triples).toBeGreaterThanOrEqual(20);
    expect(counts.training.triples + counts.validation.triples + counts.test.triples).toBe(
      graph.triples.length / 3,
    );
    const files = {
      text: path.join(folder, 'entity2text.txt'),
      relationText: path.join(folder, 'relation2text.txt'),
    };
    const train = (settings: object) =>
      trainOnSplit({
        ...{ split, ...files, ...running, folder: path.join(root, 'asker') },
        settings: parseTrainingSettings({ encoder: 'be-bow', maxSteps: 20, batchSize: 16, ...settings }),
      });
    await expect(train({})).rejects.toThrow(
      /relations that training does not see: take relationModel "text-query"/,
    );
    await train({ relationModel: 'text-query' });
    const asked = { split, ...files, model: path.join(root, 'asker'), part: 'test' } as const;
    const report = await evaluateLinkPrediction(asked);
    expect(report).toMatchObject({ protocol: 'transductive', candidates: 120, triples: counts.test.triples });
    // Of things many are named after one noun: the categories are those of the graph.
    const categories = report.groups.filter(({ by }) => by === 'category').map(({ name }) => name);
    expect(categories.some((name) => name !== '1-1')).toBe(true);
    await expect(evaluateLinkPrediction({ ...asked, protocol: 'dynamic' })).rejects.toThrow(
      /The dynamic protocol does not fit a split of kind unseen relations; transductive does\./,
    );
  });
});
