import fs from 'node:fs';
import path from 'node:path';
import { readJudgments } from '../../../formats/trec';
import type { LanguageCode } from '../../../models/search/analysis';
import { badInput } from '../../../shared/errors';
import { makeResultFolder, writeFileAtomically } from '../../../shared/files';
import type { OnProgress } from '../../../shared/progress';
import { evaluateSearch, type SearchEvaluation, type SearchGroup } from '../search';
import { writeTitledTexts } from '../search/titledTexts';
import { type PublishedSearch, publishedSearch } from './publishedSearch';
import type { RowEncoder } from './rowEncoder';
import { type Row, tables } from './rows';

/** The rankings by words that are reranked. */
const wordRankings = ['bm25f-ca', 'fsdm', 'sdm'] as const;

export type WordRanking = (typeof wordRankings)[number];

export interface SearchTableRequest {
  /** folder of DBpedia-Entity v2: queries-v2.txt, qrels-v2.txt, folds/all_queries.json, runs/ */
  readonly data: string;
  /** folder of the graph that encoders are trained on, and whose entities' texts are the documents */
  readonly graph: string;
  readonly rows: readonly Row[];
  readonly seed: number;
  readonly language: LanguageCode;
  readonly folder: string;
  /** what a row's vectors are made by, and what that has which the paper's have not */
  readonly encoderOf: (row: Row) => Promise<Pick<RowEncoder, 'features' | 'differs'>>;
  readonly onProgress: OnProgress;
  readonly onLog: (line: string) => void;
  readonly onRow?: (row: SearchTableRow) => void;
  readonly signal: AbortSignal;
}

export interface SearchTableRow {
  /** the encoder, or `words` where nothing reranks */
  readonly row: string;
  readonly over: WordRanking;
  readonly groups: readonly SearchGroup[];
  readonly evaluation: SearchEvaluation;
  readonly published?: PublishedSearch;
  readonly differs: readonly string[];
}

/** Systems of table 5 that can be made here. */
export const searchRows: readonly Row[] = [
  ...tables[4].rows.filter((row) => 'untrained' in row),
  ...tables[3].rows,
];

/**
 * Rankings by words, and the same reranked by the rows' encoders. Two of the rankings are given, over all of DBpedia; the
 * third is ours, over the judged entities that have a text, and judged by these alone.
 */
export async function searchTable(request: SearchTableRequest): Promise<SearchTableRow[]> {
  const { data, graph, rows, folder, seed, language, onProgress, onLog, onRow, signal } = request;
  const judgments = requireFile(data, 'qrels-v2.txt');
  makeResultFolder(folder);
  const text = path.join(folder, 'texts.tsv');
  const judged = new Set([...(await readJudgments(judgments)).values()].flatMap((own) => [...own.keys()]));
  const count = await writeTitledTexts(graph, judged, text);
  onLog(`${count} of ${judged.size} judged entities have a text in ${graph}`);
  const shared = {
    ...{
      queries: requireFile(data, 'queries-v2.txt'),
      judgments,
      folds: requireFile(data, 'folds/all_queries.json'),
    },
    ...{ text, seed, language, depth: 1000, alphaBy: 10 as const, onProgress, signal },
  };
  const ownRun = path.join(folder, 'bm25f-ca.run');
  const over = {
    'bm25f-ca': { tune: true, onlyTexts: true, runOut: ownRun },
    fsdm: { run: requireFile(data, 'runs/fsdm.treceval') },
    sdm: { run: requireFile(data, 'runs/sdm.treceval') },
  } as const;
  const done: SearchTableRow[] = [];
  const tell = (row: SearchTableRow) => {
    done.push(row);
    onRow?.(row);
  };
  for (const name of wordRankings) {
    onLog(`${name}:`);
    const evaluation = await evaluateSearch({ ...shared, ...over[name] });
    tell({
      ...{ row: 'words', over: name, evaluation, groups: evaluation.groups },
      published: publishedSearch.words,
      differs: [
        name === 'bm25f-ca'
          ? `${evaluation.queries.judged} queries over ${count} documents of one sentence, where the paper has all of DBpedia`
          : `${name.toUpperCase()}'s run of DBpedia 3.9 stands for that of BM25F-CA`,
      ],
    });
  }
  for (const row of rows) {
    onLog(`${row.name}:`);
    const { features, differs } = await request.encoderOf(row);
    for (const name of ['bm25f-ca', 'fsdm'] as const) {
      const given = name === 'fsdm' ? over.fsdm : { run: ownRun, onlyTexts: true };
      const evaluation = await evaluateSearch({ ...shared, ...given, features });
      const { ranked, withVector } = evaluation.documents;
      tell({
        ...{ row: row.name, over: name, evaluation, groups: evaluation.groups },
        published: publishedSearch[row.name],
        differs: [...differs, `${withVector} of ${ranked} ranked documents have a vector`],
      });
    }
  }
  writeFileAtomically(path.join(folder, 'table-5.json'), `${JSON.stringify(done, null, 2)}\n`);
  return done;
}

function requireFile(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (fs.existsSync(file)) return file;
  throw badInput(
    `There is no ${file}. Table 5 is made of DBpedia-Entity v2: queries-v2.txt, qrels-v2.txt, folds/all_queries.json and ` +
      'the runs of others in runs/ (fsdm.treceval, sdm.treceval).',
    { file },
  );
}
