import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { splitInductively, usualSplit } from '../../../src/services/experiments/split';
import {
  descriptionLengthStudy,
  type StudyRequest,
  trainingSizeStudy,
} from '../../../src/services/experiments/studies';
import { smallGraph } from '../../models/training/graph';
import { baseOf } from '../../support/baseEncoder';
import { writeDataset } from '../../support/splitFiles';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-studies-'));
const [text, relationText] = ['entity2text.txt', 'relation2text.txt'].map((name) =>
  path.join(root, name),
) as [string, string];
const split = path.join(root, 'split');
const running = {
  baseEncoder: baseOf,
  onProgress: () => {},
  onLog: () => {},
  signal: new AbortController().signal,
};

beforeAll(async () => {
  writeDataset(root, smallGraph(500));
  const triples = ['train.tsv', 'dev.tsv', 'test.tsv'].map((name) => path.join(root, name));
  await splitInductively({ ...usualSplit, triples, folder: split, seed: 4 });
});
afterAll(() => fs.rmSync(root, { recursive: true }));

describe('a study', () => {
  const study = (name: string): StudyRequest => ({
    ...{ split, text, relationText },
    folder: path.join(root, name),
    systems: [
      {
        name: 'be-bow',
        settings: { encoder: 'be-bow', loss: 'contrastive', maxSteps: 10, learningRate: 1e-2 },
      },
    ],
    ...running,
  });

  it('of the training size has a point for each share, a table and a plot', async () => {
    const points = await trainingSizeStudy(study('size'), [0.3, 1]);
    expect(points.map(({ value }) => value)).toEqual([0.3, 1]);
    expect(new Set(points.map(({ triples }) => triples)).size).toBe(1);
    const lines = fs
      .readFileSync(path.join(root, 'size', 'training-size.csv'), 'utf8')
      .trim()
      .split('\n');
    expect(lines[0]).toBe('system,value,steps,seconds,triples,mrr,hits@1,hits@3,hits@10');
    expect(lines).toHaveLength(3);
    expect(fs.readFileSync(path.join(root, 'size', 'training-size.svg'), 'utf8')).toContain('be-bow');
    expect(await trainingSizeStudy(study('size'), [0.3, 1])).toEqual(points);
    const trainedOn = [0.3, 1].map((share) => {
      const card = fs.readFileSync(path.join(root, 'size', `be-bow-${share}`, 'model', 'model.json'), 'utf8');
      return (JSON.parse(card) as { trainedOn: { triples: number } }).trainedOn.triples;
    });
    expect(trainedOn[0]).toBeLessThan(trainedOn[1]! * 0.3);
  });

  it('knows how long a run took that was stopped before its evaluation', async () => {
    const points = await trainingSizeStudy(study('stopped'), [1]);
    fs.rmSync(path.join(root, 'stopped', 'be-bow-1', 'point.json'));
    expect(points[0]!.seconds).toBeGreaterThan(0);
    expect(await trainingSizeStudy(study('stopped'), [1])).toEqual(points);
  });

  it('names a result that is damaged', async () => {
    await trainingSizeStudy(study('damaged'), [1]);
    fs.writeFileSync(path.join(root, 'damaged', 'be-bow-1', 'point.json'), '');
    await expect(trainingSizeStudy(study('damaged'), [1])).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: expect.stringMatching(/point\.json cannot be used: .*Delete it to evaluate again/) as string,
    });
  });

  it('refuses what another study, other settings or other data have left', async () => {
    await trainingSizeStudy(study('kept'), [1]);
    const [system] = study('kept').systems;
    const settings = { ...system!.settings, seed: 7 };
    const conflicts: [() => Promise<unknown>, RegExp][] = [
      [
        () => trainingSizeStudy({ ...study('kept'), systems: [{ ...system!, settings }] }, [1]),
        /begun with seed 0, not 7/,
      ],
      [() => trainingSizeStudy({ ...study('kept'), minutes: 1 }, [1]), /minutes none, not 1/],
      [() => trainingSizeStudy({ ...study('kept'), relationText: undefined }, [1]), /data "\w+", not/],
    ];
    for (const [again, message] of conflicts) {
      await expect(again()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(message) as string,
      });
    }
    fs.renameSync(path.join(root, 'kept', 'be-bow-1'), path.join(root, 'kept', 'be-bow-8'));
    await expect(descriptionLengthStudy(study('kept'), [8])).rejects.toThrow(
      /study "training size", not "description length"/,
    );
  });

  it('of the description length reads so many tokens, and tells the time', async () => {
    const points = await descriptionLengthStudy(study('length'), [3, 8]);
    for (const { seconds } of points) expect(seconds).toBeGreaterThan(0);
    for (const name of ['description-length.svg', 'description-length-seconds.svg'])
      expect(fs.existsSync(path.join(root, 'length', name))).toBe(true);
  });
});
