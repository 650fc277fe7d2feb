import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings } from '../../../src/models/training';
import { evaluateLinkPrediction } from '../../../src/services/experiments/evaluation';
import { splitAsGiven, splitInductively } from '../../../src/services/experiments/split';
import { trainOnSplit } from '../../../src/services/experiments/training';
import { gridGraph } from '../../models/training/graph';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-lookup-'));
const at = (name: string) => path.join(folder, name);
const { entityIds, relationIds, triples } = gridGraph();
const lines = Array.from({ length: triples.length / 3 }, (_, i) => {
  const [head, relation, tail] = triples.subarray(i * 3) as unknown as [number, number, number];
  return `${entityIds[head]}\t${relationIds[relation]}\t${entityIds[tail]}\n`;
});
const isKept = (_: string, i: number) => i % 12 === 5;

beforeAll(async () => {
  const held = lines.filter(isKept);
  fs.writeFileSync(at('all.tsv'), lines.join(''));
  fs.writeFileSync(at('train.tsv'), lines.filter((line, i) => !isKept(line, i)).join(''));
  fs.writeFileSync(at('valid.tsv'), held.filter((_, i) => i % 2 === 0).join(''));
  // As WN18RR has them: a test triple of an entity that training has no triple of.
  fs.writeFileSync(at('test.tsv'), [...held.filter((_, i) => i % 2 === 1), 'alone\teast\te3\n'].join(''));
  fs.writeFileSync(at('text.tsv'), entityIds.map((id) => `${id}\tall alike\n`).join(''));
  await splitAsGiven({
    folder: at('known'),
    ...{ train: [at('train.tsv')], valid: [at('valid.tsv')], test: [at('test.tsv')] },
  });
  const how = { seed: 1, share: 0.1, leastTriples: 5, leastNeighbours: 1 };
  await splitInductively({ triples: [at('all.tsv')], folder: at('new'), ...how });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const train = (split: string, to: string) =>
  trainOnSplit({
    ...{ split: at(split), text: at('text.tsv'), folder: at(to), baseEncoder: () => '' },
    settings: parseTrainingSettings({
      encoder: 'lookup',
      dimension: 16,
      loss: 'nll',
      negativesFrom: 'graph',
      negatives: 16,
      batchSize: 32,
      maxSteps: 300,
      learningRate: 3e-2,
    }),
    onProgress: () => {},
    onLog: () => {},
    signal: new AbortController().signal,
  });

describe('a lookup', () => {
  it('is evaluated among known entities, also where a few are asked about that training has not seen', async () => {
    const { metrics } = await train('known', 'model');
    expect(metrics['mrr']).toBeGreaterThan(0.5);
    const ask = () =>
      evaluateLinkPrediction({ model: at('model'), split: at('known'), text: at('text.tsv'), part: 'test' });
    const report = await ask();
    expect(report).toMatchObject({ protocol: 'transductive', candidates: 50 });
    expect(report.all.filtered.realistic.mrr).toBeGreaterThan(0.4);
    expect((await ask()).all).toEqual(report.all);
  });

  it('is trained by one alone in a folder', async () => {
    const both = await Promise.allSettled([train('known', 'shared'), train('known', 'shared')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(fs.existsSync(at('shared/lock'))).toBe(false);
  });

  it('is neither trained on a split of new entities nor evaluated on one', async () => {
    await expect(train('new', 'none')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /^Every triple to validate with is about an entity that training does not see/,
      ),
    });
    const asked = evaluateLinkPrediction({
      ...{ model: at('model'), split: at('new'), text: at('text.tsv'), part: 'test' },
    });
    await expect(asked).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /^The split asks about entities that training has not seen, and a lookup has no/,
      ),
    });
  });
});
