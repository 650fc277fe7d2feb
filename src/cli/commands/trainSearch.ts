import { Command } from 'commander';
import { loadSettings } from '../../config';
import { readFolds, readJudgments, readQueries } from '../../formats/trec';
import { checkFolds, drawFolds } from '../../models/search/training/folds';
import { createServices } from '../../services';
import type { Learned } from '../../services/search/learning';
import { badInput } from '../../shared/errors';
import { count, counted } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { wholeNumber } from '../options';
import { reportFile } from '../reportFile';
import { withStore } from '../store';

interface TrainSearchOptions {
  queries?: string;
  qrels?: string;
  folds?: string;
  model?: string[];
  seed: number;
  dryRun?: true;
  reset?: true;
  report?: string;
  json?: true;
}

/** `kindred train search` */
export function trainSearchCommand(): Command {
  return new Command('search')
    .description('learn from judged queries how words and vectors are weighed')
    .option('--queries <file>', 'id, tab, text a line')
    .option('--qrels <file>', 'judgments: query, Q0, entity id, grade a line')
    .option('--folds <file>', 'for the cross-validation, as DBpedia-Entity v2; five are drawn without')
    .option(
      '--model <name>',
      'tune the α of this model too; may be given several times',
      (name: string, all: string[] | undefined) => [...(all ?? []), name],
    )
    .option('--seed <n>', 'of folds and beginnings', wholeNumber(0, 2 ** 32 - 1), 0)
    .option('--dry-run', 'learn and tell, but store nothing')
    .option('--reset', 'go back to the parameters of before any training')
    .option('--report <file>', 'write all figures there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
BM25F's k1, its weight and b of each field are found by coordinate ascent on
NDCG@10 (BM25F-CA), then α of each model by the grid of 20 values. What is told
is of queries that nothing was learned from, by cross-validation; what is stored
is learned from all. Running servers take it up within seconds.

Example:
  kindred train search --queries queries.txt --qrels qrels.txt --model be-bow`,
    )
    .action(trainSearch);
}

async function trainSearch(options: TrainSearchOptions): Promise<void> {
  const {
    queries: queryFile,
    qrels,
    folds: foldFile,
    model: models = [],
    seed,
    dryRun,
    reset,
    report,
    json,
  } = options;
  const console = Console.for({ json });
  const keep = reportFile(report);
  const settings = loadSettings();
  const request = { settings, owner: 'train search', keepsFiles: true, onProgress: console.progress.show };
  if (reset) {
    await withStore(request, async (db) => {
      const services = await createServices({ db, settings, serving: false });
      await services.searchLearning.forget().finally(() => services.close());
    });
    return console.print('Searches go by the parameters of before any training.');
  }
  if (queryFile === undefined || qrels === undefined)
    throw badInput('Give --queries and --qrels to learn from, or --reset.');
  const [queries, judgments] = [await readQueries(queryFile), await readJudgments(qrels)];
  const judged = [...queries.keys()].filter((id) => judgments.has(id));
  if (judged.length < 2)
    throw badInput(
      `${qrels} judges ${counted(judged.length, 'query')} of ${queryFile}; at least 2 are needed.`,
    );
  const folds = foldFile ? readFolds(foldFile) : drawFolds(judged, Math.min(5, judged.length), seed);
  checkFolds(folds, judged);
  await withStore(request, async (db) => {
    const services = await createServices({ db, settings, serving: true });
    try {
      const signal = interruptSignal();
      const learned = await services.searchLearning.learn({
        ...{ queries, judgments, folds, models, seed, signal },
        onProgress: console.progress.show,
      });
      signal.throwIfAborted();
      if (!dryRun) await services.searchLearning.store(learned);
      console.progress.done();
      keep(learned);
      if (json) printJson(learned);
      else console.print(describe(learned, dryRun === true));
    } finally {
      await services.close();
    }
  });
}

/** Queries below which what is learned says little of others. */
const few = 50;

function describe({ queries, judged, stored, words, models }: Learned, isDry: boolean): string {
  const gain = ({ before, after }: { before: number; after: number }) =>
    `${before.toFixed(3)} → ${after.toFixed(3)}`;
  const { k1, weight, b } = words.parameters;
  return [
    `${counted(queries, 'query')}; ${count(stored)} of ${counted(judged, 'judgment')} are of entities in the store`,
    'NDCG@10 of queries that nothing was learned from (cross-validation):',
    `words: ${gain(words)} by weights that were learned`,
    `  k1 ${k1.toFixed(2)}`,
    ...Object.entries(weight).map(
      ([field, own]) => `  ${field}: weight ${own.toFixed(2)}, b ${b[field as keyof typeof b].toFixed(2)}`,
    ),
    ...Object.entries(models).map(([id, { alpha, ...own }]) => {
      const byType = Object.entries(alpha.byType).map(([type, value]) => `${type} ${value.toFixed(2)}`);
      return `${id}: ${gain(own)} reranked, α ${[alpha.all.toFixed(2), ...byType].join(', ')}`;
    }),
    ...(queries < few
      ? [
          `${counted(queries, 'query')} are few: what fits them may not fit others. \`--reset\` goes back; \`--dry-run\` tells before.`,
        ]
      : []),
    isDry ? 'Nothing was stored (--dry-run).' : 'Stored: searches go by it from now on.',
  ].join('\n');
}
