import path from 'node:path';
import { Command, Option } from 'commander';
import { baseEncoderFolder, loadSettings } from '../../config';
import type { EncoderKind } from '../../models/encoders';
import {
  reproduce,
  type ReproducedRow,
  reproduceSearch,
  searchRows,
  type TableNumber,
  tables,
} from '../../services/experiments/reproduce';
import { badInput } from '../../shared/errors';
import { count, wrap } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { named, positiveNumber, wholeNumber } from '../options';
import { reportFile } from '../reportFile';
import { table } from '../table';
import { describeSearch } from './searchTable';

interface ReproduceOptions {
  table: string;
  data: string;
  graph?: string;
  rows?: string;
  budget?: number;
  steps?: number;
  seed: number;
  precision?: 'float32' | 'bfloat16';
  out?: string;
  report?: string;
  json?: true;
}

export function reproduceCommand(): Command {
  const command = new Command('reproduce').description(
    'make the tables of the papers, our figures beside theirs',
  );
  command
    .command('blp')
    .description('tables of Daza, Cochez and Groth 2021')
    .addOption(
      new Option(
        '--table <n>',
        '3: links of new entities; 4: their classes; 5: search; 7: links of known ones',
      )
        .choices([...Object.keys(tables), '5'].sort())
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--data <folder>',
      'wn18rr or fb15k-237: train, valid (or dev) and test triples, entity2text.txt; for table 5 dbpedia-entity-v2',
    )
    .option('--graph <folder>', 'for table 5: fb15k-237, which encoders are trained on and read texts of')
    .option('--rows <names>', 'some of the systems, parted by commas; all by default')
    .option(
      '--budget <minutes>',
      "of training each; the paper's epochs by default, which take days",
      positiveNumber,
    )
    .addOption(
      new Option(
        '--steps <n>',
        'of training each, where its epochs do not end sooner: unlike a budget the same on every machine',
      )
        .argParser(wholeNumber(1, 1e9))
        .conflicts('budget'),
    )
    .option('--seed <n>', 'of split and training', wholeNumber(0, 2 ** 32 - 1), 0)
    .addOption(
      new Option('--precision <kind>', 'of the matrix products of blp').choices(['float32', 'bfloat16']),
    )
    .option(
      '--out <folder>',
      'where splits, models and curves are kept; `reproductions` in the data folder by default',
      named,
    )
    .option('--report <file>', 'write the table there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
${(Object.keys(tables) as unknown as TableNumber[]).map((number) => rowsOf(number, tables[number].rows)).join('\n')}
${rowsOf(5, searchRows)}

What is trained already is used again, also by another table, and what was
stopped goes on. The budget is turned into steps by timing some, so that the
learning rate's schedule ends with it.

Example:
  kindred reproduce blp --table 3 --data wn18rr --rows be-bow,text-query \\
    --budget 30
  kindred reproduce blp --table 5 --data dbpedia-entity-v2 --graph fb15k-237 \\
    --rows sentence-encoder,be-bow --budget 10`,
    )
    .action(run);
  return command;
}

function rowsOf(number: number, rows: readonly { readonly name: string }[]): string {
  return wrap(`Rows of table ${number}: ${rows.map(({ name }) => name).join(', ')}.`, 80);
}

async function run({
  table: named,
  graph,
  rows,
  budget,
  out,
  report,
  json,
  ...options
}: ReproduceOptions): Promise<void> {
  const console = Console.for({ json });
  const keep = reportFile(report);
  const settings = loadSettings();
  const request = {
    ...options,
    rows: rows?.split(',').map((name) => name.trim()),
    minutes: budget,
    folder: out ?? path.join(settings.KINDRED_DATA, 'reproductions'),
    baseEncoder: (encoder: EncoderKind) => baseEncoderFolder(settings, encoder),
    onProgress: console.progress.show,
    onLog: (line: string) => console.print(line),
    signal: interruptSignal(),
  };
  const finish = <Row>(done: readonly Row[], told: (columns: number) => string) => {
    console.progress.done();
    keep(done);
    if (json) printJson(done);
    else console.print(told(console.columns));
  };
  if (named === '5') {
    if (graph === undefined) throw badInput('Table 5 needs --graph: the folder of fb15k-237.');
    const done = await reproduceSearch({ ...request, graph, language: settings.KINDRED_SEARCH_LANGUAGE });
    return finish(done, (columns) => describeSearch(done, columns));
  }
  if (graph !== undefined) throw badInput('--graph is for table 5; the others take their graph by --data.');
  const number = Number(named) as TableNumber;
  const done = await reproduce({ ...request, table: number });
  finish(done, (columns) => describe(number, done, columns));
}

function describe(number: TableNumber, rows: readonly ReproducedRow[], columns: number): string {
  const figure = (value: number | undefined) => value?.toFixed(3) ?? '–';
  const told = table(
    rows,
    [
      { title: '', value: ({ row }) => row },
      ...tables[number].figures.map((name) => ({
        title: `${name} (paper)`,
        value: ({ ours, published }: ReproducedRow) => `${figure(ours[name])} (${figure(published?.[name])})`,
        align: 'right' as const,
      })),
      { title: 'steps', value: ({ trained }) => (trained ? count(trained.steps) : '–'), align: 'right' },
    ],
    columns,
  );
  return [told, '', ...rows.map(({ row, differs }) => `${row}: ${differs.join('; ')}.`)].join('\n');
}
