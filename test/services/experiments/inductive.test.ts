import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings, trainModel } from '../../../src/models/training';
import { newVocabulary, textsOf, tripleRows } from '../../../src/services/experiments/dataset';
import { evaluateLinkPrediction } from '../../../src/services/experiments/evaluation';
import { splitInductively } from '../../../src/services/experiments/split';
import { readSplit } from '../../../src/services/experiments/splitFolder';
import { smallGraph } from '../../models/training/graph';
import { tinyEncoder } from '../../support/baseEncoder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-experiment-'));
const [triples, texts, split, model] = ['triples.tsv', 'texts.tsv', 'split', 'model'].map((name) =>
  path.join(folder, name),
) as [string, string, string, string];
const graph = smallGraph();
const how = { seed: 3, share: 0.1, leastTriples: 5, leastNeighbours: 1 };

beforeAll(async () => {
  const { entityIds, relationIds } = graph;
  const lines = Array.from({ length: graph.triples.length / 3 }, (_, i) => {
    const [head, relation, tail] = graph.triples.subarray(i * 3) as unknown as [number, number, number];
    return `${entityIds[head]}\t${relationIds[relation]}\t${entityIds[tail]}\n`;
  });
  fs.writeFileSync(triples, lines.join(''));
  fs.writeFileSync(texts, entityIds.map((id, row) => `${id}\t${graph.texts[row]}\t \n`).join(''));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

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

  it('finds links of entities that training has not seen better than chance', async () => {
    const vocabulary = newVocabulary();
    const rows = await tripleRows([path.join(split, 'train.tsv')], vocabulary);
    const known = await textsOf(texts, vocabulary);
    await trainModel({
      data: {
        entityIds: vocabulary.entities.list,
        texts: vocabulary.entities.list.map((_, row) => known.get(row)!.name),
        relationIds: vocabulary.relations.list,
        triples: rows,
      },
      settings: parseTrainingSettings({
        encoder: 'be-bow',
        loss: 'contrastive',
        batchSize: 16,
        maxSteps: 150,
        learningRate: 3e-2,
        validation: { triples: 0 },
      }),
      folder: model,
      baseEncoder: tinyEncoder,
      onProgress: () => {},
    });
    for (const part of ['valid', 'test'] as const) {
      const report = await evaluateLinkPrediction({ model, split, texts, part, protocol: 'dynamic' });
      const { parts } = await readSplit(split);
      expect(report.triples).toBe(parts[part].triples.length / 3);
      expect(report.candidates).toBe(
        graph.entityIds.length - (part === 'valid' ? parts.test.entities.length : 0),
      );
      expect(report.all.count).toBe(2 * report.triples);
      const { filtered, raw } = report.all;
      expect(filtered.realistic.amrr).toBeGreaterThan(0.05);
      expect(filtered.realistic.mrr).toBeGreaterThanOrEqual(raw.realistic.mrr);
      for (const by of ['side', 'place', 'category']) {
        const members = report.groups.filter((group) => group.by === by);
        expect(members.reduce((sum, { figures }) => sum + figures.count, 0)).toBe(report.all.count);
      }
      expect(report.groups.map(({ name }) => name)).not.toContain('none new');
    }
  });

  it('refuses what does not fit', async () => {
    const request = { model, split, texts, part: 'test', protocol: 'dynamic' } as const;
    await expect(evaluateLinkPrediction({ ...request, split: folder })).rejects.toThrow(/no split\.json/);
    await expect(evaluateLinkPrediction({ ...request, model: folder })).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
    });
    const few = path.join(folder, 'few.tsv');
    fs.writeFileSync(few, fs.readFileSync(texts, 'utf8').split('\n').slice(3).join('\n'));
    await expect(evaluateLinkPrediction({ ...request, texts: few })).rejects.toThrow(
      /3 entities of the split have no text in .*few\.tsv/,
    );
    fs.writeFileSync(few, 'a\tb\n');
    await expect(
      splitInductively({ triples: [few], folder: path.join(folder, 'none'), ...how }),
    ).rejects.toThrow(/few\.tsv:1: Expected 3/);
    expect(fs.existsSync(path.join(folder, 'none'))).toBe(false);
  });
});
