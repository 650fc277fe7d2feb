import fs from 'node:fs';
import path from 'node:path';
import { batchCount } from '../../../models/training/batches';
import type { ModelCard } from '../../../models/blp';
import type { EncoderKind } from '../../../models/encoders';
import { parseTrainingSettings, type TrainingSettings } from '../../../models/training';
import { badInput } from '../../../shared/errors';
import type { OnProgress } from '../../../shared/progress';
import { datasetFiles } from '../datasetFolder';
import { splitAsGiven, splitInductively } from '../split';
import { holdsSplit } from '../splitFolder';
import { type DatasetName, datasets, type Published } from './published';
import { type Row, type TableNumber, tables } from './rows';
import { runRow, type RowResult } from './runRow';

export { datasets, type Published } from './published';
export { type TableNumber, tables } from './rows';

export interface ReproductionRequest {
  readonly table: TableNumber;
  /** folder of the graph's files; its name is the graph's */
  readonly data: string;
  /** names of rows; all by default */
  readonly rows?: readonly string[];
  /** of training each row, where the paper's own end does not come sooner */
  readonly minutes?: number;
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
  /** filtered, realistic ranks */
  readonly ours: {
    readonly mrr: number;
    readonly 'hits@1': number;
    readonly 'hits@3': number;
    readonly 'hits@10': number;
  };
  readonly published?: Published;
  /** what our system, its training or its data have that the paper's have not */
  readonly differs: readonly string[];
  readonly steps: number;
  readonly epochs: number;
  /** folder with model, report and curve */
  readonly folder: string;
}

/** Train, or use again, the systems of one of the paper's tables, and give our figures beside its own. */
export async function reproduce(request: ReproductionRequest): Promise<ReproducedRow[]> {
  const { table, data, rows: names, seed, onRow } = request;
  const dataset = datasetOf(data);
  const chosen = rowsOf(table, names);
  const files = datasetFiles(data);
  const kind = table === 7 ? 'transductive' : 'inductive';
  const folder = path.join(request.folder, `${dataset}-${kind}-${seed}`);
  const split = path.join(folder, 'split');
  if (!holdsSplit(split)) {
    const triples = [files.train, files.valid, files.test];
    const how = { seed, share: 0.1, leastTriples: 100, leastNeighbours: 2 };
    if (kind === 'inductive') await splitInductively({ triples, folder: split, ...how });
    else {
      const { train, valid, test } = files;
      await splitAsGiven({ folder: split, train: [train], valid: [valid], test: [test] });
    }
  }
  const done: ReproducedRow[] = [];
  for (const row of chosen) {
    request.onLog(`${row.name}:`);
    const { text, relationText } = files;
    const result = await runRow(row, { ...request, split, text, relationText, folder });
    done.push(
      describe(
        result,
        dataset,
        path.join(folder, row.name),
        kind === 'inductive' ? seed : undefined,
        request,
      ),
    );
    onRow?.(done.at(-1)!);
  }
  const file = path.join(folder, `table-${table}.json`);
  fs.writeFileSync(file, `${JSON.stringify({ table, dataset, kind, seed, rows: done }, null, 2)}\n`);
  return done;
}

function datasetOf(folder: string): DatasetName {
  const name = path.basename(path.resolve(folder));
  const found = datasets.find((dataset) => dataset === name);
  if (found) return found;
  throw badInput(`The paper has no graph ${JSON.stringify(name)}. Name a folder ${datasets.join(' or ')}.`);
}

function rowsOf(table: TableNumber, names: readonly string[] | undefined): readonly Row[] {
  const rows: readonly Row[] = tables[table];
  if (!names) return rows;
  return names.map((name) => {
    const row = rows.find((each) => each.name === name);
    if (row) return row;
    throw badInput(
      `Table ${table} has no row ${JSON.stringify(name)}. It has ${rows.map((each) => each.name).join(', ')}.`,
    );
  });
}

/** What the encoder starts from instead of the paper's base, and its width. */
function startOf({ encoder, dimension }: ModelCard, baseEncoder: ReproductionRequest['baseEncoder']): string {
  if (encoder === 'lookup') return `d = ${dimension}`;
  const theirs = encoder.startsWith('glove') ? 'GloVe 6B, 300 values' : 'BERT-base';
  const width = dimension === 1 ? '' : `, d = ${dimension}`; // of one number, the score of kg-bert
  return `${path.basename(baseEncoder(encoder))} for ${theirs}${width}`;
}

function describe(
  { row, card, report }: RowResult,
  dataset: DatasetName,
  folder: string,
  seed: number | undefined,
  { baseEncoder }: ReproductionRequest,
): ReproducedRow {
  const { mrr, 'hits@1': first, 'hits@3': third, 'hits@10': tenth } = report.all.filtered.realistic;
  const epochs = card.steps / batchCount(card.trainedOn.triples, card.settings.batchSize);
  const { maxSteps: _steps, ...paper } = row.settings;
  const wanted = parseTrainingSettings(paper).epochs!;
  const differs = [
    row.own,
    startOf(card, baseEncoder),
    epochs < wanted - 0.05 ? `${epochs.toFixed(1)} of ${wanted} epochs` : undefined,
    card.settings.precision === 'float32' ? undefined : card.settings.precision,
    seed === undefined ? undefined : `a split of its own, seed ${seed}`,
    report.sampledFrom && `${report.triples} triples among ${report.candidates} candidates each`,
  ].filter((difference) => difference !== undefined);
  return {
    row: row.name,
    ours: { mrr, 'hits@1': first, 'hits@3': third, 'hits@10': tenth },
    published: row.published?.[dataset],
    differs,
    steps: card.steps,
    epochs,
    folder,
  };
}
