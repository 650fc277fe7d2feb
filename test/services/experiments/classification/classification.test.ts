import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readWordNet } from '../../../../src/formats/wordnet';
import {
  type ClassificationRequest,
  evaluateClassification,
} from '../../../../src/services/experiments/classification';
import { newVocabulary } from '../../../../src/services/experiments/dataset';
import { type SplitKind, writeSplit } from '../../../../src/services/experiments/splitFolder';
import { Random } from '../../../../src/shared/random';
import { baseEncoder, tinyEncoder } from '../../../support/baseEncoder';
import { kindred } from '../../../support/kindred';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-classification-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

const text = path.join(root, 'texts.tsv');
const sizes = { training: 240, validation: 60, test: 60 };
const split = path.join(root, 'split');
let ids: string[];

/** A split of the entities, in this order, without triples. */
function write(folder: string, entities: readonly string[], kind: SplitKind = 'inductive'): void {
  const vocabulary = newVocabulary();
  let start = 0;
  const part = (size: number) => {
    const own = entities.slice(start, (start += size));
    return {
      entities: Int32Array.from(own, (id) => vocabulary.entities.add(id)),
      triples: new Int32Array(0),
    };
  };
  const { training, validation, test } = sizes;
  writeSplit(
    folder,
    { training: part(training), validation: part(validation), test: part(test) },
    vocabulary,
    { kind, sources: [] },
  );
}

beforeAll(async () => {
  const { synsets } = await readWordNet();
  const random = Random.of(1, 'synsets');
  const chosen = ['noun', 'verb', 'adjective'].flatMap((part) => {
    const own = synsets.filter(({ entity }) => entity.types[0] === part);
    return Array.from(
      { length: 120 },
      (_, i) => own[Math.floor(((i + random.uniform()) * own.length) / 120)]!.entity,
    );
  });
  const order = random.shuffle(Int32Array.from(chosen.keys()));
  ids = Array.from(order, (i) => chosen[i]!.id);
  fs.writeFileSync(
    text,
    chosen.map(({ id, name, description }) => `${id}\t${name}\t${description}\n`).join(''),
  );
  write(split, ids);
});

const request = (changes: Partial<ClassificationRequest> = {}): ClassificationRequest => ({
  features: { encoder: 'be-bow', base: tinyEncoder, maxLength: 16 },
  ...{ split, text, labels: 'wordnet' },
  ...changes,
});

describe('entity classification', () => {
  it('tells parts of speech of unseen synsets from their texts', async () => {
    const features = { encoder: 'be-bow', base: baseEncoder, maxLength: 32 } as const;
    const report = await evaluateClassification(request({ features }));
    expect(report.entities).toEqual({
      train: { all: 240, labelled: 240 },
      valid: { all: 60, labelled: 60 },
      test: { all: 60, labelled: 60 },
    });
    expect(report.dimension).toBe(384);
    expect(report.classes.map(({ name }) => name)).toEqual(['adjective', 'noun', 'verb']);
    expect(report.classes.reduce((sum, { support }) => sum + support, 0)).toBe(60);
    expect(report.classes.reduce((sum, { learned }) => sum + learned, 0)).toBe(300);
    expect(report.accuracy).toBeGreaterThan(0.5); // a third by chance
    expect(report.balancedAccuracy).toBeCloseTo(
      report.classes.reduce((sum, { recall }) => sum + recall, 0) / 3,
      12,
    );
    const best = Math.max(...report.trials.map(({ quality }) => quality));
    expect(report.trials.find(({ l2 }) => l2 === report.l2)!.quality).toBe(best);
  });

  it('takes labels from a file, and leaves out the entities it does not name', async () => {
    const labels = path.join(root, 'labels.tsv');
    fs.writeFileSync(
      labels,
      ids
        .slice(3)
        .map((id, i) => `${id}\t${i % 2 ? 'odd' : 'even'}\n`)
        .join('') + 'stranger\tx\n',
    );
    const report = await evaluateClassification(request({ labels }));
    expect(report.entities.train).toEqual({ all: 240, labelled: 237 });
    expect(report.classes.map(({ name }) => name)).toEqual(['even', 'odd']);
    expect(await evaluateClassification(request({ labels }))).toEqual({
      ...report,
      seconds: expect.anything(),
    });
  });

  const halves = (id: string, row: number) => `${id}\t${'ab'[row % 2]}\n`;
  const file = (lines: (id: string, row: number) => string) => {
    const name = path.join(root, 'wrong.tsv');
    fs.writeFileSync(name, ids.map(lines).join(''));
    return name;
  };
  it.each<[string, () => Partial<ClassificationRequest>, RegExp]>([
    ['one class alone', () => ({ labels: file((id) => `${id}\ta\n`) }), /all have|have the same class/],
    [
      'a class that training has not',
      () => ({ labels: file((id, row) => `${id}\t${row > 350 ? 'new' : 'ab'[row % 2]}\n`) }),
      /entities of the test part are of classes that no training entity is of, as "new"/,
    ],
    [
      'a part without labels',
      () => ({ labels: file((id, row) => (row < 290 ? `${id}\t${'ab'[row % 2]}\n` : `x${row}\ta\n`)) }),
      /No entity of the test part has a label/,
    ],
    [
      'two classes of one entity',
      () => ({ labels: file((id) => `${id}\ta\n${id}\tb\n`) }),
      /gives ".*" the class "a" and "b"/,
    ],
    [
      'a line that is none',
      () => ({ labels: file((id) => `${id}\n`) }),
      /wrong\.tsv:1: Expected 2 \(id, type\)/,
    ],
    [
      'labels of other entities',
      () => ({ labels: file((_, row) => `x${row}\ta\n`) }),
      /names no entity of the split/,
    ],
    ['a file that is not there', () => ({ labels: path.join(root, 'nowhere') }), /nowhere cannot be read/],
    [
      'relations that name no type',
      () => ({ labels: 'domains' }),
      /No relation of the training triples names the type/,
    ],
    [
      'an entity without a text',
      () => ({ text: file((id, row) => (row === 5 ? '' : `${id}\tname\tdescription\n`)) }),
      /1 entity of the split without a text/,
    ],
    [
      'a split without unseen entities',
      () => {
        const folder = path.join(root, 'transductive');
        write(folder, ids, 'transductive');
        return { split: folder };
      },
      /of kind transductive/,
    ],
  ])('refuses %s', async (_, changes, message) => {
    await expect(evaluateClassification(request(changes()))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message),
    });
  });

  it('stops when told so', async () => {
    await expect(
      evaluateClassification(request({ labels: file(halves), signal: AbortSignal.abort() })),
    ).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});

describe('kindred evaluate classification', () => {
  const run = (...args: string[]) =>
    kindred(
      ['evaluate', 'classification', '--split', split, '--text', text, '--labels', 'wordnet', ...args],
      { KINDRED_BASE_ENCODER: tinyEncoder, KINDRED_DATA: root },
    );

  it('prints a table, and writes all figures as JSON', async () => {
    const report = path.join(root, 'report.json');
    const { status, out } = await run('--encoder', 'be-bow', '--report', report);
    expect(status).toBe(0);
    expect(out).toMatch(/3 classes; 240 of 240 training entities/);
    expect(out).toMatch(/accuracy 0\.\d{3}, balanced 0\.\d{3} \(L2 coefficient /);
    expect(out).toMatch(/\nclass +learned from +tested +precision +recall +f1\n/);
    expect(JSON.parse(fs.readFileSync(report, 'utf8'))).toMatchObject({
      encoder: 'be-bow',
      labels: 'wordnet',
      entities: { test: { labelled: 60 } },
      accuracy: expect.any(Number),
    });
  });

  it('wants a model or an encoder', async () => {
    for (const args of [[], ['--encoder', 'be-bow', '--model', 'be-bow@1']]) {
      expect((await run(...args)).err).toContain('Give one of --model');
    }
  });
});
