import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings } from '../../../src/models/training';
import { reproduce, type ReproductionRequest, tables } from '../../../src/services/experiments/reproduce';
import type { Table } from '../../../src/services/experiments/reproduce/rows';
import { gridGraph, smallGraph } from '../../models/training/graph';
import { baseOf } from '../../support/baseEncoder';
import { writeDataset } from '../../support/splitFiles';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-reproduce-'));
const data = path.join(root, 'wn18rr');
const running = {
  baseEncoder: baseOf,
  onProgress: () => {},
  onLog: () => {},
  signal: new AbortController().signal,
};
const request = (changes: Partial<ReproductionRequest>): ReproductionRequest => ({
  ...{ table: 3, data, rows: ['be-bow'], minutes: 0.01, seed: 4, folder: path.join(root, 'out') },
  ...running,
  ...changes,
});

const links = ([mrr, first, third, tenth]: readonly number[]) => ({
  ...{ mrr, 'hits@1': first, 'hits@3': third, 'hits@10': tenth },
});
const classes = (accuracy: number, balanced: number) => ({ accuracy, 'balanced accuracy': balanced });

beforeAll(() => writeDataset(data, smallGraph(500)));
afterAll(() => fs.rmSync(root, { recursive: true }));

describe('the tables', () => {
  it('are made of settings that can be trained with', () => {
    for (const { rows, figures } of Object.values<Table>(tables)) {
      for (const { name, published, own, ...row } of rows) {
        if ('settings' in row) expect(parseTrainingSettings(row.settings).epochs).toBeGreaterThan(1);
        expect([name, published ?? own]).toEqual([name, expect.anything()]);
        for (const figure of Object.keys(published?.['fb15k-237'] ?? {})) expect(figures).toContain(figure);
      }
    }
  });

  it.each([3, 7] as const)(
    'number %i: trains within the budget, evaluates, stands beside the paper',
    async (table) => {
      const [row] = await reproduce(request({ table }));
      expect(row).toMatchObject({
        row: 'be-bow',
        published: links(table === 3 ? [0.18, 0.045, 0.244, 0.45] : [0.193, 0.039, 0.265, 0.503]),
      });
      expect(row!.ours.mrr).toBeGreaterThan(0);
      expect(row!.ours['hits@10']).toBeGreaterThanOrEqual(row!.ours['hits@1']!);
      expect(row!.differs[0]).toBe('tiny-bert for BERT-base, d = 24');
      expect(row!.differs.at(-1)).toMatch(table === 3 ? /seed 4/ : /epochs/);
      const { folder } = row!.trained!;
      expect(fs.readFileSync(path.join(folder, 'curve.svg'), 'utf8')).toMatch(/^<svg[^]*<\/svg>\s*$/);
      expect(fs.readFileSync(path.join(folder, 'curve.csv'), 'utf8')).toMatch(/^step,loss,mrr,/);
    },
  );

  it.each([
    [3, 'glove-bow', [0.17, 0.055, 0.215, 0.405], 'tiny-words.txt for GloVe 6B, 300 values, d = 8'],
    [7, 'complex', [0.44, 0.41, 0.46, 0.51], 'd = 128'],
  ] as const)('number %i has %s too, from its own base', async (table, name, published, start) => {
    // A lookup needs a graph whose entities have several triples each.
    const grid = path.join(root, 'grid', 'wn18rr');
    writeDataset(grid, gridGraph());
    const at = table === 3 ? {} : { data: grid, folder: path.join(root, 'grid', 'out') };
    const [row] = await reproduce(request({ table, rows: [name], ...at }));
    expect(row).toMatchObject({ row: name, published: links(published) });
    expect(row!.differs).toContain(start);
  });

  it('number 4 asks what is trained for table 3, and what encoders say without training', async () => {
    // Of the paper's graphs this one has classes in its relations' names.
    const folder = path.join(root, 'fb15k-237');
    const relationIds = ['/small/thing/named_after', '/small/noun/names./a/b/c'];
    writeDataset(folder, { ...smallGraph(500), relationIds });
    const at = { data: folder, rows: ['be-bow'] };
    const [linked] = await reproduce(request(at));
    const onLog = jest.fn();
    const names = ['glove-avg', 'be-avg', 'sentence-encoder', 'be-bow'];
    const rows = await reproduce(request({ ...at, table: 4, rows: names, onLog }));
    expect(onLog.mock.calls.flat()).toEqual(names.map((name) => `${name}:`)); // nothing is trained again
    expect(rows.map(({ row, published, differs }) => [row, published, differs[0]])).toEqual([
      ['glove-avg', classes(0.82, 0.35), 'tiny-words.txt for GloVe 6B, 300 values'],
      ['be-avg', classes(0.824, 0.394), 'tiny-bert for BERT-base'],
      ['sentence-encoder', classes(0.845, 0.366), 'tiny-bert for SBERT-NLI-base'],
      ['be-bow', classes(0.831, 0.283), 'tiny-bert for BERT-base, d = 24'],
    ]);
    for (const { ours, differs } of rows) {
      expect(ours.accuracy).toBeGreaterThan(0.8); // things have more words than nouns
      expect(differs).toContain('types read off the relations');
    }
    expect(rows[3]!.trained).toEqual(linked!.trained);
    const kept = path.join(linked!.trained!.folder, '..', 'table-4.json');
    expect(JSON.parse(fs.readFileSync(kept, 'utf8'))).toMatchObject({ table: 4, rows });
  });

  it('run a row once, however often it is named', async () => {
    const rows = await reproduce(request({ rows: ['be-bow', 'be-bow'] }));
    expect(rows.map(({ row }) => row)).toEqual(['be-bow']);
  });

  it('use again what is trained, and refuse another budget for it', async () => {
    const first = await reproduce(request({}));
    const trained = fs.statSync(path.join(first[0]!.trained!.folder, 'model', 'model.json')).mtimeMs;
    expect(await reproduce(request({}))).toEqual(first);
    expect(fs.statSync(path.join(first[0]!.trained!.folder, 'model', 'model.json')).mtimeMs).toBe(trained);
    await expect(reproduce(request({ minutes: 5 }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(
        'was begun with minutes 0.01, not 5. Ask for the same, name',
      ) as string,
    });
  });

  it('train so many steps, on any machine', async () => {
    const [row] = await reproduce(
      request({ minutes: undefined, steps: 7, folder: path.join(root, 'steps') }),
    );
    expect(row!.trained!.steps).toBe(7);
    expect(row!.differs).toContainEqual(expect.stringMatching(/^\d\.\d of 80 epochs$/));
    // No more of them than the epochs have.
    const all = await reproduce(
      request({ minutes: undefined, steps: 1e6, folder: path.join(root, 'epochs') }),
    );
    expect(all[0]!.trained!.epochs).toBeCloseTo(80, 5);
  });

  it('refuse other data under the same name, and another precision', async () => {
    await reproduce(request({}));
    const other = path.join(root, 'other', 'wn18rr');
    writeDataset(other, smallGraph(300));
    await expect(reproduce(request({ data: other }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/was split from other files, .*Name another folder/) as string,
    });
    // The same triples, but other texts.
    const retold = path.join(root, 'retold', 'wn18rr');
    fs.cpSync(data, retold, { recursive: true });
    fs.appendFileSync(path.join(retold, 'relation2text.txt'), 'more\tmore\n');
    await expect(reproduce(request({ data: retold }))).rejects.toThrow(
      /was begun with data "\w+", not "\w+"/,
    );
    const blp = { rows: ['blp-transe'], minutes: 0.001 };
    await reproduce(request(blp));
    await expect(reproduce(request({ ...blp, precision: 'bfloat16' }))).rejects.toThrow(
      /was begun with precision "float32", not "bfloat16"/,
    );
  });

  it.each<[string, Partial<ReproductionRequest>, RegExp]>([
    ['a row that is not there', { rows: ['bert'] }, /Table 3 has no row "bert"\. It has glove-bow, /],
    ['a graph that the paper has not', { data: root }, /The paper has no graph .*wn18rr or fb15k-237/],
    [
      'a folder without the files',
      { data: path.join(root, 'empty', 'wn18rr') },
      /has none of train\.tsv, train\.txt/,
    ],
  ])('refuse %s', async (_, wrong, message) => {
    await expect(reproduce(request(wrong))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });
});
