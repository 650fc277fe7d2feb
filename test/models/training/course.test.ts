import fs from 'node:fs';
import path from 'node:path';
import { tf } from '../../../src/models/backend';
import type { Progress } from '../../../src/shared/progress';
import { smallGraph, twoTriples } from './graph';
import { bert, bow, crossEncoder, kepler, newFolder, train } from './train';

describe('the course of a training', () => {
  it('keeps the weights of the best validation, not the last', async () => {
    // A learning rate that grows without end: the first states are the best.
    const folder = newFolder();
    const { metrics } = await train({ ...bow, learningRate: 1, maxSteps: 40 }, { folder });
    const card = JSON.parse(fs.readFileSync(path.join(folder, 'model.json'), 'utf8')) as {
      curve: { step: number; metrics: { mrr: number } }[];
    };
    const mrrs = card.curve.map((point) => point.metrics.mrr);
    expect(metrics['mrr']).toBe(Math.max(...mrrs));
  });

  it('stops early when validation stays behind its best', async () => {
    const { steps } = await train({
      ...bow,
      learningRate: 1e-12,
      maxSteps: 400,
      validation: { triples: 6, every: 5, patience: 2 },
    });
    expect(steps).toBe(15);
  });

  it('goes without validation, and on a graph of two triples', async () => {
    const { metrics, steps } = await train(
      { ...bow, validation: { triples: 0 }, maxSteps: 3 },
      { data: twoTriples() },
    );
    expect(steps).toBe(3);
    expect(Object.keys(metrics)).toEqual(['loss']);
  });

  it('validates with the triples that the data bring, and trains on all others', async () => {
    const { triples, ...graph } = smallGraph();
    const data = { ...graph, triples: triples.slice(0, -60), validation: triples.slice(-60) };
    const folder = newFolder();
    await train({ ...bow, validation: { triples: 7, every: 10 } }, { data, folder });
    const card = JSON.parse(fs.readFileSync(path.join(folder, 'model.json'), 'utf8')) as {
      trainedOn: object;
    };
    expect(card.trainedOn).toMatchObject({ triples: triples.length / 3 - 20, validationTriples: 7 });
    const beyond = { ...data, validation: Int32Array.of(0, 0, 99) };
    await expect(train(bow, { data: beyond })).rejects.toThrow(/Triple 0 names row 99/);
  });

  it('ends by the clock when told so', async () => {
    const logs: string[] = [];
    const reports: Progress[] = [];
    const { steps } = await train(
      { ...bow, maxSteps: 1_000_000, maxMinutes: 0.02 },
      { onLog: (line) => logs.push(line), onProgress: (report) => reports.push(report) },
    );
    expect(steps).toBeLessThan(1_000_000);
    expect(logs.filter((line) => line.includes('validation MRR')).length).toBeGreaterThan(2);
    const { done, total } = reports.at(-1)!;
    expect(total! / done).toBeCloseTo(1, 1);
    expect(logs.at(-1)).toMatch(/^stopped after \d+ of 1000000 steps: the 0.02 minutes are over$/);
  });

  it('reports the loss and its progress to the end', async () => {
    const reports: Progress[] = [];
    await train(bow, { onProgress: (report) => reports.push(report) });
    const last = reports.at(-1)!;
    expect(last).toMatchObject({ stage: 'training', done: 40, total: 40, unit: 'steps' });
    expect(last.metrics!['loss']).toBeGreaterThan(0);
    expect(last.metrics!['mrr']).toBeGreaterThan(0);
  });

  it('leaves no tensor behind over 200 steps', async () => {
    await train({ ...bow, maxSteps: 2 });
    const before = tf.memory().numTensors;
    await train({ ...bow, loss: 'contrastive', maxSteps: 200, validation: { triples: 6, every: 100 } });
    await train(bert);
    await train({ ...bert, precision: 'bfloat16' });
    await train({ ...bow, relationEncoder: 'text', maxSteps: 20 });
    await train({ ...bow, relationModel: 'text-query', maxSteps: 20, rememberedNegatives: 30 });
    await train({ ...bert, ...crossEncoder, precision: 'bfloat16' });
    await train({ ...bert, ...kepler, precision: 'bfloat16' });
    expect(tf.memory().numTensors).toBe(before);
  });

  it('leaves a finished model as it is', async () => {
    const folder = newFolder();
    const first = await train(bow, { folder });
    const before = fs.statSync(path.join(folder, 'encoder.safetensors')).mtimeMs;
    expect(await train(bow, { folder })).toEqual(first);
    expect(fs.statSync(path.join(folder, 'encoder.safetensors')).mtimeMs).toBe(before);
    await expect(train({ ...bow, margin: 2 }, { folder })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('margin is 2, was 1') as string,
    });
  });
});
