import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings, type TrainingSettingsInput } from '../../../src/models/training';
import { evaluateLinkPrediction } from '../../../src/services/experiments/evaluation';
import { splitInductively } from '../../../src/services/experiments/split';
import { readSplit } from '../../../src/services/experiments/splitFolder';
import { trainOnSplit } from '../../../src/services/experiments/training';
import { smallGraph } from '../../models/training/graph';
import { baseOf } from '../../support/baseEncoder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-experiment-'));
const [triples, text, relationText, split, model] = [
  'triples.tsv',
  'texts.tsv',
  'relations.tsv',
  'split',
  'model',
].map((name) => path.join(folder, name)) as [string, string, string, string, string];
const graph = smallGraph();
const how = { seed: 3, share: 0.1, leastTriples: 5, leastNeighbours: 1 };

beforeAll(async () => {
  const { entityIds, relationIds } = graph;
  const lines = Array.from({ length: graph.triples.length / 3 }, (_, i) => {
    const [head, relation, tail] = graph.triples.subarray(i * 3) as unknown as [number, number, number];
    return `${entityIds[head]}\t${relationIds[relation]}\t${entityIds[tail]}\n`;
  });
  fs.writeFileSync(triples, lines.join(''));
  fs.writeFileSync(text, entityIds.map((id, row) => `${id}\t${graph.texts[row]}\t \n`).join(''));
});
beforeAll(() => {
  const lines = graph.relationIds.map((id, row) => `${id}\t${graph.relationTexts[row]}\n`);
  fs.writeFileSync(relationText, `${lines.join('')}bears the name of\tis named after\n`);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const train = (settings: Partial<TrainingSettingsInput>, to: string) =>
  trainOnSplit({
    ...{ split, text, relationText, folder: to },
    settings: parseTrainingSettings({
      encoder: 'be-bow',
      loss: 'contrastive',
      batchSize: 16,
      maxSteps: 150,
      learningRate: 3e-2,
      validation: { triples: 5 },
      ...settings,
    }),
    baseEncoder: baseOf,
    onProgress: () => {},
    onLog: () => {},
    signal: new AbortController().signal,
  });

describe('an inductive experiment', () => {
  it('splits files into a folder that reads as it was written, and never over another split', async () => {
    const counts = await splitInductively({ triples: [triples], folder: split, ...how });
    const { parts, vocabulary } = await readSplit(split);
    expect(counts.test).toEqual({
      entities: parts.test.entities.length,
      triples: parts.test.triples.length / 3,
    });
    const total = Object.values(parts).reduce((sum, part) => sum + part.triples.length / 3, 0);
    expect(total).toBe(graph.triples.length / 3);
    expect(vocabulary.entities.list.slice().sort()).toEqual(graph.entityIds.slice().sort());
    const again = splitInductively({ triples: [triples], folder: split, ...how });
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('says of a model that was trained on another split that it may have seen what is asked', async () => {
    const other = path.join(folder, 'other-split');
    await splitInductively({ triples: [triples], folder: other, ...how, seed: 8 });
    const to = path.join(folder, 'elsewhere');
    await train({ maxSteps: 2 }, to);
    const asked = { model: to, text, part: 'test' } as const;
    expect((await evaluateLinkPrediction({ ...asked, split })).trainedElsewhere).toBe(false);
    expect((await evaluateLinkPrediction({ ...asked, split: other })).trainedElsewhere).toBe(true);
  });

  it('finds links of entities that training has not seen better than chance', async () => {
    await train({}, model);
    for (const part of ['valid', 'test'] as const) {
      const report = await evaluateLinkPrediction({ model, split, text, part, protocol: 'dynamic' });
      const { parts } = await readSplit(split);
      expect(report.triples).toBe(parts[part].triples.length / 3);
      expect(report.trainedElsewhere).toBe(false);
      expect(report.candidates).toBe(
        graph.entityIds.length - (part === 'valid' ? parts.test.entities.length : 0),
      );
      expect(report.all.count).toBe(2 * report.triples);
      const { filtered, raw } = report.all;
      expect(filtered.realistic.amrr).toBeGreaterThan(0.05);
      expect(filtered.realistic.mrr).toBeGreaterThanOrEqual(raw!.realistic.mrr);
      for (const by of ['side', 'place', 'category']) {
        const members = report.groups.filter((group) => group.by === by);
        expect(members.reduce((sum, { figures }) => sum + figures.count, 0)).toBe(report.all.count);
      }
      expect(report.groups.map(({ name }) => name)).not.toContain('none new');
    }
  });

  it.each<'text-query' | 'text'>(['text-query', 'text'])(
    'asks about a relation that training has not seen, by its text: %s',
    async (kind) => {
      const other = path.join(folder, kind);
      fs.cpSync(split, `${other}-split`, { recursive: true });
      // In the test part one relation has another name, which stands in no training triple.
      const file = path.join(`${other}-split`, 'test.tsv');
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('\tis\t', '\tbears the name of\t'));
      const request = { split: `${other}-split`, text, part: 'test', protocol: 'dynamic' } as const;
      const settings = kind === 'text' ? ({ relationEncoder: 'text' } as const) : { relationModel: kind };
      await train(settings, other);
      const report = await evaluateLinkPrediction({ ...request, model: other, relationText });
      expect(report.all.filtered.realistic.amrr).toBeGreaterThan(0);
      await expect(evaluateLinkPrediction({ ...request, model })).rejects.toThrow(
        /not trained with the relation "bears the name of".*--relation-model text-query/,
      );
    },
  );

  it('asks a sample, the same whichever model answers, and says so', async () => {
    const { parts } = await readSplit(split);
    const request = { model, split, text, part: 'test', protocol: 'dynamic' } as const;
    const all = await evaluateLinkPrediction(request);
    expect(all).not.toHaveProperty('sampledFrom');
    // As many candidates as there are: the ranks are those among all.
    const among = await evaluateLinkPrediction({ ...request, candidates: all.candidates });
    expect(among.all.filtered).toEqual(all.all.filtered);
    const few = await evaluateLinkPrediction({ ...request, candidates: 5, triples: 4, seed: 1 });
    expect(few).toMatchObject({
      ...{ triples: 4, candidates: 5 },
      sampledFrom: { triples: parts.test.triples.length / 3, candidates: all.candidates, seed: 1 },
    });
    expect(few.all.count).toBe(8);
    expect(few.all).not.toHaveProperty('raw');
    expect(await evaluateLinkPrediction({ ...request, candidates: 5, triples: 4, seed: 1 })).toMatchObject({
      all: few.all,
    });
  });

  it('reads whole triples with kg-bert, a sample of them where none is named', async () => {
    const other = path.join(folder, 'kg-bert');
    const how = { encoder: 'blp', relationModel: 'kg-bert', loss: 'bce', maxLength: 24 } as const;
    await train({ ...how, maxSteps: 240, learningRate: 1e-2 }, other);
    const request = { model: other, split, text, relationText, part: 'test', protocol: 'dynamic' } as const;
    const report = await evaluateLinkPrediction({ ...request, candidates: 20 });
    expect(report).toMatchObject({ candidates: 20, sampledFrom: { candidates: graph.entityIds.length } });
    const unasked = await evaluateLinkPrediction(request);
    expect(unasked.sampledFrom).toEqual({ ...report.sampledFrom, seed: 0 });
    expect(unasked.candidates).toBe(graph.entityIds.length);
    expect(report.all.filtered.realistic.amrr).toBeGreaterThan(0.1);
    expect(fs.existsSync(path.join(other, 'relations.safetensors'))).toBe(false);
  });

  it('refuses what does not fit', async () => {
    const request = { model, split, text, part: 'test', protocol: 'dynamic' } as const;
    await expect(evaluateLinkPrediction({ ...request, split: folder })).rejects.toThrow(/no split\.json/);
    await expect(evaluateLinkPrediction({ ...request, model: folder })).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
    });
    const few = path.join(folder, 'few.tsv');
    fs.writeFileSync(few, fs.readFileSync(text, 'utf8').split('\n').slice(3).join('\n'));
    await expect(evaluateLinkPrediction({ ...request, text: few })).rejects.toThrow(
      /3 entities of the split without a text in .*few\.tsv/,
    );
    fs.writeFileSync(few, 'a\tb\n');
    await expect(
      splitInductively({ triples: [few], folder: path.join(folder, 'none'), ...how }),
    ).rejects.toThrow(/few\.tsv:1: Expected 3/);
    expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);
  });
});
