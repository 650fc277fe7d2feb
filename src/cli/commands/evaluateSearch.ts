import { Command, Option } from 'commander';
import { baseEncoderFolder, loadSettings } from '../../config';
import { type UntrainedKind, untrainedKinds } from '../../models/encoders';
import { type RetrievalFigures, retrievalFigureNames } from '../../models/metrics/retrievalFigures';
import type { Features } from '../../services/experiments/classification';
import { evaluateSearch, type SearchEvaluation, type SearchGroup } from '../../services/experiments/search';
import { badInput } from '../../shared/errors';
import { count, counted } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { named, wholeNumber } from '../options';
import { reportFile } from '../reportFile';
import { table } from '../table';
import { folderOfModel } from '../trainedModel';

interface SearchOptions {
  queries: string;
  qrels: string;
  folds?: string;
  run?: string;
  text?: string;
  tune?: true;
  onlyTexts?: true;
  model?: string;
  encoder?: UntrainedKind;
  maxLength: number;
  depth: number;
  alphaBy: string;
  runOut?: string;
  seed: number;
  report?: string;
  json?: true;
}

/** `kindred evaluate search` */
export function evaluateSearchCommand(): Command {
  return new Command('search')
    .description('measure a search by judged queries, and what reranking by vectors gains')
    .requiredOption('--queries <file>', 'id, tab, text a line')
    .requiredOption('--qrels <file>', 'judgments: query, Q0, document, grade a line')
    .option(
      '--folds <file>',
      'queries to learn from and to ask, as DBpedia-Entity v2; five are drawn without',
    )
    .option('--run <file>', 'a ranking by words: query, Q0, document, rank, score, name a line')
    .option(
      '--text <file>',
      'documents: id, then name or description, a line; searched by BM25F without --run',
    )
    .option('--tune', "tune BM25F's parameters on the training queries of each fold")
    .option('--only-texts', 'leave out judgments and documents without a text: the texts are the collection')
    .option('--model <id>', 'what reranks: a trained model, as be-bow@1, or the folder of one')
    .addOption(
      new Option('--encoder <name>', 'instead of a model, an encoder without training').choices(
        untrainedKinds,
      ),
    )
    .option('--max-length <n>', 'tokens of a text that --encoder reads', wholeNumber(3, 512), 32)
    .option('--depth <n>', 'documents of each query that are ranked', wholeNumber(1, 100_000), 1000)
    .addOption(
      new Option('--alpha-by <n>', 'α is chosen by NDCG at this depth').choices(['10', '100']).default('10'),
    )
    .option('--seed <n>', 'of folds and tuning', wholeNumber(0, 2 ** 32 - 1), 0)
    .option('--run-out <file>', 'write the last ranking there as a run', named)
    .option('--report <file>', 'write all figures there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
Reranking is z = α · cosine + (1 - α) · word score; α is the one of 20 values
from 0 to 1 that does best on the training queries of the fold which asks the
query (Daza et al. 2021, section 4.3). A document without a text counts as
having a cosine of 0. Judged queries without a ranking count as having found
nothing, as with trec_eval -c.

NDCG takes grades as gains, as trec_eval does; "exponential" takes 2^grade - 1,
as the paper's text has it. p is that of a two-tailed paired t-test.

Examples:
  kindred evaluate search --queries queries.txt --qrels qrels.txt --run bm25.run
  kindred evaluate search --queries queries.txt --qrels qrels.txt --tune \\
    --text entities.tsv --model be-bow`,
    )
    .action(evaluate);
}

async function evaluate(
  { qrels, report: file, json, model, encoder, maxLength, alphaBy, ...options }: SearchOptions,
  command: Command,
): Promise<void> {
  const console = Console.for({ json });
  const keep = reportFile(file);
  const settings = loadSettings();
  if (encoder === undefined && command.getOptionValueSource('maxLength') === 'cli')
    throw badInput('--max-length is for --encoder: a model reads as many tokens as it was trained with.');
  if (model !== undefined && encoder !== undefined) throw badInput('Give one of --model and --encoder.');
  const features: Features | undefined = encoder
    ? { encoder, maxLength, base: baseEncoderFolder(settings, encoder) }
    : model === undefined
      ? undefined
      : { model: folderOfModel(model) };
  const found = await evaluateSearch({
    ...options,
    ...{ features, judgments: qrels, language: settings.KINDRED_SEARCH_LANGUAGE },
    alphaBy: alphaBy === '100' ? 100 : 10,
    onProgress: console.progress.show,
    signal: interruptSignal(),
  });
  console.progress.done();
  const report = { ...options, qrels, model, encoder, ...found };
  keep(report);
  if (json) return printJson(report);
  console.print(describe(found, console.columns));
}

function describe({ groups, queries, documents, alphas }: SearchEvaluation, columns: number): string {
  const told = [
    `${counted(queries.judged, 'judged query')}, ${counted(documents.ranked, 'document')} ranked`,
  ];
  if (queries.withoutRanking > 0) told.push(`${count(queries.withoutRanking)} queries have no ranking`);
  if (queries.withoutJudgments > 0)
    told.push(`${count(queries.withoutJudgments)} queries without judgments are left out`);
  if (alphas) {
    told.push(
      `${counted(documents.withVector, 'document')} with a vector; α by fold: ${alphas.map((alpha) => alpha.toFixed(2)).join(', ')}`,
    );
  }
  return [...told, table(groups.flatMap(rowsOf), figureColumns, columns)].join('\n');
}

interface FigureRow {
  readonly group: string;
  readonly what: string;
  readonly value: (name: keyof RetrievalFigures) => string;
}

function rowsOf({ name, queries, words, reranked, tests }: SearchGroup): FigureRow[] {
  const rows: FigureRow[] = [
    { group: `${name} (${queries})`, what: 'words', value: (figure) => words[figure].toFixed(3) },
  ];
  if (reranked) rows.push({ group: '', what: 'reranked', value: (figure) => reranked[figure].toFixed(3) });
  if (tests) rows.push({ group: '', what: 'p', value: (figure) => tests[figure]!.p.toFixed(3) });
  return rows;
}

const figureColumns = [
  { title: 'queries', value: ({ group }: FigureRow) => group },
  { title: '', value: ({ what }: FigureRow) => what },
  ...retrievalFigureNames.map((name) => ({
    title: name.replace('exponential', 'exp.'),
    value: ({ value }: FigureRow) => value(name),
    align: 'right' as const,
  })),
];
