import path from 'node:path';
import type { EncoderKind } from '../../../models/encoders';
import type { TrainingSettings } from '../../../models/training';
import type { LanguageCode } from '../../../models/search/analysis';
import { badInput, KindredError } from '../../../shared/errors';
import { makeResultFolder, writeFileAtomically } from '../../../shared/files';
import type { OnProgress } from '../../../shared/progress';
import { datasetFiles } from '../datasetFolder';
import { splitAsGiven, splitInductively, usualSplit } from '../split';
import { contentsOf } from '../keptPlan';
import { readSplitCard } from '../splitFolder';
import { measureClasses, measureLinks } from './measures';
import { type DatasetName, datasets, type Published } from './published';
import { type Row, type Table, type TableNumber, tables } from './rows';
import { rowEncoder, type TrainedOf } from './rowEncoder';
import { searchRows, searchTable, type SearchTableRow } from './searchTable';
import type { RowContext } from './trainRow';

export { datasets, type Published } from './published';
export { type TableNumber, tables } from './rows';
export { searchRows, type SearchTableRow } from './searchTable';

export interface ReproductionRequest {
  readonly table: TableNumber;
  /** folder of the graph's files; its name is the graph's */
  readonly data: string;
  /** names of rows; all by default */
  readonly rows?: readonly string[];
  /** of training each row, where the paper's own end does not come sooner */
  readonly minutes?: number;
  /** the same, told in steps: equal on every machine */
  readonly steps?: number;
  readonly seed: number;
  readonly precision?: TrainingSettings['precision'];
  /** where splits, models and reports are kept */
  readonly folder: string;
  readonly baseEncoder: (kind: EncoderKind) => string;
  readonly onProgress: OnProgress;
  readonly onLog: (line: string) => void;
  /** told of each row as it is done */
  readonly onRow?: (row: ReproducedRow) => void;
  readonly signal: AbortSignal;
}

export interface ReproducedRow {
  readonly row: string;
  /** by name of the figure; of links filtered, realistic ranks */
  readonly ours: Readonly<Record<string, number>>;
  readonly published?: Published;
  /** what our system, its training or its data have that the paper's have not */
  readonly differs: readonly string[];
  /** of systems that are trained: how long, and the folder with model, reports and curve */
  readonly trained?: TrainedOf;
}

/** Train, or use again, the systems of one of the paper's tables, and give our figures beside its own. */
export async function reproduce(request: ReproductionRequest): Promise<ReproducedRow[]> {
  const { table: number, seed, onRow, onLog } = request;
  const table: Table = tables[number];
  const chosen = rowsOf(number, table.rows, request.rows);
  const { dataset, folder, context } = await prepare(table.kind, request);
  const done: ReproducedRow[] = [];
  for (const row of chosen) {
    onLog(`${row.name}:`);
    done.push(await runRow(row, table, dataset, context));
    onRow?.(done.at(-1)!);
  }
  const told = { table: number, dataset, kind: table.kind, seed, rows: done };
  writeFileAtomically(path.join(folder, `table-${number}.json`), `${JSON.stringify(told, null, 2)}\n`);
  return done;
}

/** Table 5: encoders are those of table 3, trained on the graph; the search is DBpedia-Entity v2's. */
export async function reproduceSearch(
  request: Omit<ReproductionRequest, 'table' | 'onRow'> & {
    /** folder of the graph */
    readonly graph: string;
    readonly language: LanguageCode;
    readonly onRow?: (row: SearchTableRow) => void;
  },
): Promise<SearchTableRow[]> {
  const { data, graph, language, seed } = request;
  const rows = rowsOf(5, searchRows, request.rows);
  const { dataset, context } = await prepare('inductive', { ...request, data: graph });
  return searchTable({
    ...request,
    ...{ data, graph, language, seed, rows, folder: path.join(request.folder, `search-${seed}`) },
    encoderOf: async (row) => {
      const { features, differs, trained } = await rowEncoder(row, context);
      return { features, differs: trained ? [...differs, `trained on ${dataset} for Wikidata5M`] : differs };
    },
  });
}

/** The split of a graph and what its rows are trained with. */
async function prepare(
  kind: Table['kind'],
  request: Omit<ReproductionRequest, 'table' | 'onRow'>,
): Promise<{ dataset: DatasetName; folder: string; context: RowContext }> {
  const { data, seed } = request;
  const dataset = datasetOf(data);
  const files = datasetFiles(data);
  const folder = path.join(request.folder, `${dataset}-${kind}-${seed}`);
  makeResultFolder(folder);
  const split = await splitOf(kind, files, path.join(folder, 'split'), seed);
  const { train, valid, test, text, relationText } = files;
  const contents = contentsOf([train, valid, test, ...text, relationText]);
  return { dataset, folder, context: { ...request, data: contents, split, text, relationText, folder } };
}

/**
 * The split, made once.
 *
 * @throws CONFLICT when it was made of other files
 */
async function splitOf(
  kind: Table['kind'],
  { train, valid, test }: ReturnType<typeof datasetFiles>,
  folder: string,
  seed: number,
): Promise<string> {
  const known = readSplitCard(folder);
  if (known) {
    if (known.contents === undefined || known.contents === contentsOf([train, valid, test])) return folder;
    throw new KindredError(
      'CONFLICT',
      `${folder} was split from other files, ${known.sources.join(', ')}. Name another folder (--out), or delete this one.`,
      { folder },
    );
  }
  if (kind === 'transductive') {
    await splitAsGiven({ folder, train: [train], valid: [valid], test: [test] });
  } else {
    const triples = [train, valid, test];
    await splitInductively({ ...usualSplit, triples, folder, seed });
  }
  return folder;
}

async function runRow(
  row: Row,
  { task, kind }: Table,
  dataset: DatasetName,
  context: RowContext,
): Promise<ReproducedRow> {
  const told = { row: row.name, published: row.published?.[dataset] };
  const ownSplit = kind === 'inductive' ? [`a split of its own, seed ${context.seed}`] : [];
  const { features, differs: start, trained } = await rowEncoder(row, context);
  const { ours, differs } = await (task === 'links' && 'model' in features
    ? measureLinks(features.model, context)
    : measureClasses(features, dataset, context));
  return { ...told, ours, differs: [...start, ...ownSplit, ...differs], ...(trained && { trained }) };
}

function datasetOf(folder: string): DatasetName {
  const name = path.basename(path.resolve(folder));
  const found = datasets.find((dataset) => dataset === name);
  if (found) return found;
  throw badInput(`The paper has no graph ${JSON.stringify(name)}. Name a folder ${datasets.join(' or ')}.`);
}

function rowsOf(table: number, rows: readonly Row[], names: readonly string[] | undefined): readonly Row[] {
  if (!names) return rows;
  return [...new Set(names)].map((name) => {
    const row = rows.find((each) => each.name === name);
    if (row) return row;
    throw badInput(
      `Table ${table} has no row ${JSON.stringify(name)}. It has ${rows.map((each) => each.name).join(', ')}.`,
    );
  });
}
