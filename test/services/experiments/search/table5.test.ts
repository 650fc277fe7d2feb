import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { reproduceSearch } from '../../../../src/services/experiments/reproduce';
import { smallGraph } from '../../../models/training/graph';
import { baseOf } from '../../../support/baseEncoder';
import { writeDataset } from '../../../support/splitFiles';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-table-5-'));
const [graph, data] = ['fb15k-237', 'dbpedia-entity-v2'].map((name) => path.join(root, name)) as [
  string,
  string,
];
afterAll(() => fs.rmSync(root, { recursive: true }));

/** Every entity is an article; queries ask for what some are called, and runs have that among others. */
beforeAll(() => {
  const { entityIds, texts, ...rest } = smallGraph(500);
  // Some texts have several lines, as those of Freebase.
  const written = texts.map((text, i) => (i % 3 === 0 ? `${text}\\n\\"quoted\\"` : text));
  writeDataset(graph, { entityIds, texts: written, ...rest });
  const articles = entityIds.map((id) => [id, { wikipedia: `https://en.wikipedia.org/wiki/${id}_(thing)` }]);
  fs.writeFileSync(path.join(graph, 'entity2wikidata.json'), JSON.stringify(Object.fromEntries(articles)));
  fs.mkdirSync(path.join(data, 'folds'), { recursive: true });
  fs.mkdirSync(path.join(data, 'runs'));
  const write = (name: string, lines: readonly string[]) =>
    fs.writeFileSync(path.join(data, name), lines.map((line) => `${line}\n`).join(''));
  const ids = Array.from({ length: 10 }, (_, i) => `${i % 2 ? 'INEX_LD' : 'QALD2_te'}-${i}`);
  const article = (i: number) => `<dbpedia:${entityIds[i]}_(thing)>`;
  write(
    'queries-v2.txt',
    ids.map((id, i) => `${id}\t${texts[i * 7]!.split(':')[0]}`),
  );
  write(
    'qrels-v2.txt',
    ids.flatMap((id, i) => [`${id}\tQ0\t${article(i * 7)}\t2`, `${id}\tQ0\t<dbpedia:Other>\t1`]),
  );
  for (const run of ['fsdm', 'sdm'])
    write(
      `runs/${run}.treceval`,
      ids.flatMap((id, i) => [1, 0, 2].map((k) => `${id} Q0 ${article(i * 7 + k)} 1 ${-k - 1} ${run}`)),
    );
  const folds = [0, 1].map((fold) => [
    fold,
    {
      training: ids.filter((_, i) => (i >> 1) % 2 !== fold),
      testing: ids.filter((_, i) => (i >> 1) % 2 === fold),
    },
  ]);
  fs.writeFileSync(path.join(data, 'folds', 'all_queries.json'), JSON.stringify(Object.fromEntries(folds)));
});

const request = (rows: string[]) => ({
  ...{ data, graph, rows, minutes: 0.01, seed: 0, folder: path.join(root, 'out'), language: 'en' as const },
  ...{ baseEncoder: baseOf, onProgress: () => {}, onLog: () => {} },
  signal: new AbortController().signal,
});

describe('table 5', () => {
  it('measures rankings by words, and the same reranked by what is trained on the graph', async () => {
    const rows = await reproduceSearch(request(['sentence-encoder', 'be-bow']));
    expect(rows.map(({ row, over }) => [row, over])).toEqual([
      ...[
        ['words', 'bm25f-ca'],
        ['words', 'fsdm'],
        ['words', 'sdm'],
      ],
      ...[
        ['sentence-encoder', 'bm25f-ca'],
        ['sentence-encoder', 'fsdm'],
      ],
      ...[
        ['be-bow', 'bm25f-ca'],
        ['be-bow', 'fsdm'],
      ],
    ]);
    const [ownWords, fsdm] = rows;
    expect(ownWords).toMatchObject({
      published: { 'ndcg@10': 0.46 },
      groups: [{ name: 'all', queries: 10 }, {}, {}],
    });
    // Others than what has a text are left out of the collection's judgments, and are in those of the runs.
    expect(ownWords!.groups[0]!.words['ndcg@100']).toBeGreaterThan(0.3);
    expect(fsdm!.groups[0]!.words.mrr).toBe(1);
    expect(fsdm!.groups[0]!.words['ndcg@10']).toBeLessThan(1);
    for (const { groups, differs } of rows.slice(3)) {
      expect(groups.map(({ name }) => name)).toEqual(['all', 'keywords', 'question']);
      for (const { reranked, tests } of groups) {
        expect(reranked!['ndcg@10']).toBeGreaterThan(0);
        expect(tests!['ndcg@10']!.p).toBeLessThanOrEqual(1);
      }
      expect(differs[0]).toMatch(/^tiny-bert for /);
      expect(differs.at(-1)).toMatch(/^\d+ of \d+ ranked documents have a vector$/);
    }
    expect(
      JSON.parse(fs.readFileSync(path.join(root, 'out', 'search-0', 'table-5.json'), 'utf8')),
    ).toHaveLength(7);
  });

  it.each([
    ['a row that is not there', () => request(['bert']), /Table 5 has no row "bert"/],
    ['a folder without runs', () => ({ ...request(['be-bow']), data: graph }), /There is no .*qrels-v2\.txt/],
    [
      'a graph without titles',
      () => {
        fs.rmSync(path.join(graph, 'entity2wikidata.json'));
        return request(['be-bow']);
      },
      /There is no .*entity2wikidata\.json/,
    ],
  ])('refuses %s', async (_, asked, message) => {
    await expect(reproduceSearch(asked())).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });
});
