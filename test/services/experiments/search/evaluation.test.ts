import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { evaluateSearch, type SearchEvaluationRequest } from '../../../../src/services/experiments/search';
import { readRun } from '../../../../src/formats/trec';
import { dbpediaId } from '../../../../src/services/experiments/search/titledTexts';
import { tinyEncoder } from '../../../support/baseEncoder';

let folder: string;
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};

/** Four documents; each of ten queries asks for one of them, whose grade is 2, that of its neighbour 1. */
const names = ['small dog', 'large cat', 'young tree', 'mobile telephone'];
let request: SearchEvaluationRequest;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-evaluate-search-'));
  const queries = Array.from({ length: 10 }, (_, i) => [`QALD2_te-${i}`, names[i % 4]!] as const);
  request = {
    queries: write(
      'queries.txt',
      [...queries, ['QALD2_te-99', 'never judged']].map((own) => `${own.join('\t')}\n`).join(''),
    ),
    judgments: write(
      'qrels.txt',
      queries.map(([id], i) => `${id}\tQ0\td${i % 4}\t2\n${id} Q0 d${(i + 1) % 4} 1\n`).join(''),
    ),
    text: write('texts.tsv', names.map((name, i) => `d${i}\t${name}\tthe ${name} of the house\n`).join('')),
    ...{ depth: 100, alphaBy: 10, language: 'en', seed: 0 },
  };
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const words = { encoder: 'be-bow', maxLength: 16 } as const;

describe('evaluating a search', () => {
  it('searches the texts by words, and says what was left out', async () => {
    const { groups, queries, documents } = await evaluateSearch(request);
    expect(queries).toEqual({ judged: 10, withoutRanking: 0, withoutJudgments: 1 });
    expect(documents).toEqual({ ranked: 4, withVector: 0 });
    expect(groups.map(({ name, queries: count }) => [name, count])).toEqual([
      ['all', 10],
      ['question', 10],
    ]);
    expect(groups[0]!.words).toMatchObject({ mrr: 1, 'p@10': expect.closeTo(0.1, 10) });
    expect(groups[0]!.reranked).toBeUndefined();
  });

  it('reranks a given run by vectors, and writes what comes of it', async () => {
    // The run has everything in the wrong order.
    const run = Array.from({ length: 10 }, (_, i) =>
      [0, 1, 2, 3].map((d) => `QALD2_te-${i} Q0 d${d} 1 ${d === i % 4 ? 1 : 2 + d} wrong\n`).join(''),
    );
    const runOut = path.join(folder, 'out.run');
    const { groups, alphas, documents } = await evaluateSearch({
      ...{ ...request, run: write('wrong.run', run.join('')), runOut },
      features: { ...words, base: tinyEncoder },
    });
    const [all] = groups;
    expect(documents).toEqual({ ranked: 4, withVector: 4 });
    expect(alphas).toHaveLength(5);
    expect(all!.words.mrr).toBeLessThan(0.6);
    expect(all!.reranked!.mrr).toBeGreaterThan(all!.words.mrr);
    expect(all!.tests!['mrr']!.difference).toBeCloseTo(all!.reranked!.mrr - all!.words.mrr, 10);
    const written = await readRun(runOut);
    expect([...written.keys()]).toHaveLength(10);
    expect([...written.get('QALD2_te-0')!.keys()].sort()).toEqual(['d0', 'd1', 'd2', 'd3']);
  });

  it('has the figures of the run that it writes, also where scores are equal', async () => {
    // Only one document has a text to make a vector of: by vectors alone the others are equal.
    const text = write('one.tsv', 'd0\tsmall dog\tthe small dog of the house\n');
    const run = Array.from({ length: 10 }, (_, i) =>
      [0, 1, 2, 3].map((d) => `QALD2_te-${i} Q0 d${d} 1 ${d === i % 4 ? 9 : 1 + d} words\n`).join(''),
    );
    const runOut = path.join(folder, 'equal.run');
    const given = { ...request, text, run: write('right.run', run.join('')), runOut };
    const { groups } = await evaluateSearch({ ...given, features: { ...words, base: tinyEncoder } });
    const again = await evaluateSearch({ ...request, text, run: runOut });
    expect(groups[0]!.reranked).toEqual(again.groups[0]!.words);
  });

  it('tunes by the other folds', async () => {
    const { parameters, groups } = await evaluateSearch({ ...request, tune: true });
    expect(parameters).toHaveLength(5);
    expect(groups[0]!.words.mrr).toBe(1);
  });

  it('counts a query without a ranking as having found nothing', async () => {
    const run = write('one.run', 'QALD2_te-0 Q0 d0 1 1 one\n');
    const { groups, queries } = await evaluateSearch({ ...request, run });
    expect(queries.withoutRanking).toBe(9);
    expect(groups[0]!.words.mrr).toBeCloseTo(0.1, 10);
  });

  it.each<[string, () => Partial<SearchEvaluationRequest>, RegExp]>([
    [
      'a bad line',
      () => ({ run: write('bad.run', 'QALD2_te-0 Q0 d0 1 high x\n') }),
      /bad\.run:1: The score "high"/,
    ],
    [
      'a short line',
      () => ({ run: write('short.run', 'QALD2_te-0 d0\n') }),
      /short\.run:1: Expected 6 columns/,
    ],
    [
      'a bad grade',
      () => ({ judgments: write('bad.txt', 'QALD2_te-0 0 d0 good\n') }),
      /bad\.txt:1: The grade "good"/,
    ],
    [
      'judgments of others',
      () => ({ judgments: write('o.txt', 'x 0 d0 1\n') }),
      /judges none of the queries/,
    ],
    ['a run written over what is read', () => ({ runOut: request.judgments }), /qrels\.txt, which is read/],
    ['a run where no file can be', () => ({ runOut: path.join(folder, 'no', 'such', 'f.run') }), /--run-out/],
    [
      'judgments of documents that are not there',
      () => ({ judgments: write('far.txt', 'QALD2_te-0 0 <far> 1\n') }),
      /None of the documents .*"<far>" in the one, "d0" in the other/,
    ],
    [
      'a run of documents that are not judged',
      () => ({ run: write('far.run', 'QALD2_te-0 Q0 <far> 1 1 x\n') }),
      /"d0" in the one, "<far>" in the other/,
    ],
    ['nothing to rank', () => ({ text: undefined }), /--run\), or the texts to search/],
    [
      'vectors without texts',
      () => ({
        text: undefined,
        run: write('r.run', 'QALD2_te-0 Q0 d0 1 1 x\n'),
        features: { ...words, base: tinyEncoder },
      }),
      /Reranking reads the texts/,
    ],
    [
      'tuning of a run',
      () => ({ tune: true, run: write('r.run', 'QALD2_te-0 Q0 d0 1 1 x\n') }),
      /ranked already/,
    ],
    [
      'folds that leave queries out',
      () => ({
        folds: write('folds.json', '{"0": {"training": ["QALD2_te-1"], "testing": ["QALD2_te-0"]}}'),
        features: { ...words, base: tinyEncoder },
      }),
      /No fold asks the query "QALD2_te-1"/,
    ],
  ])('refuses %s', async (_, fault, message) => {
    await expect(evaluateSearch({ ...request, ...fault() })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('ids of DBpedia', () => {
  it.each([
    ['https://en.wikipedia.org/wiki/El_Paso,_Texas', '<dbpedia:El_Paso,_Texas>'],
    ['https://en.wikipedia.org/wiki/Caf%C3%A9', '<dbpedia:Café>'],
    ['https://en.wikipedia.org/wiki/100%_Love', '<dbpedia:100%_Love>'],
  ])('%s', (address, id) => expect(dbpediaId(address)).toBe(id));
});
