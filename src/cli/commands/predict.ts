import { Command, Option } from 'commander';
import { loadSettings } from '../../config';
import { createServices, type Services } from '../../services';
import { badInput, KindredError } from '../../shared/errors';
import { Console, printJson } from '../console';
import { wholeNumber } from '../options';
import { withStore } from '../store';
import { table } from '../table';
import { namingOptions } from './trainingOptions';

interface PredictOptions {
  head?: string;
  tail?: string;
  name?: string;
  description?: string;
  as: 'head' | 'tail';
  relation: string;
  first: number;
  model?: string;
  includeKnown?: true;
  json?: true;
}

export function predictCommand(): Command {
  return new Command('predict')
    .description('propose the missing end of a triple, for a stored entity or for one that is only described')
    .option('--head <id>', 'a stored entity; its tails are proposed')
    .option('--tail <id>', 'a stored entity; its heads are proposed')
    .option('--name <name>', 'name of an entity that is not stored')
    .option('--description <text>', 'a sentence about it')
    .addOption(new Option('--as <end>', 'which end that entity is').choices(['head', 'tail']).default('head'))
    .requiredOption('--relation <id>', 'the relation, as `hypernym`; `kindred relations` lists them')
    .option('--first <n>', 'how many', wholeNumber(1, 1_000), 10)
    .option('--model <name>', 'a name, or an id such as be-bow@3; the default model where none is given')
    .option('--include-known', 'propose also what the graph already says')
    .option('--json', 'machine-readable')
    .addHelpText(
      'after',
      `
Examples:
  kindred predict --name smartphone --description "a telephone with a screen" \\
    --relation hypernym
  kindred predict --tail wn30:02084071-n --relation hypernym --first 5 --json`,
    )
    .action(predict);
}

async function predict(options: PredictOptions): Promise<void> {
  const { known, side } = subjectOf(options);
  const { relation, first, model, includeKnown, json } = options;
  const console = Console.for({ json });
  const settings = loadSettings();
  const request = { settings, owner: 'predict', keepsFiles: true, onProgress: console.progress.show };
  await withStore(request, async (db) => {
    const services = await createServices({ db, settings, serving: true });
    try {
      const found = await services.prediction
        .predictLinks({ ...{ known, side, relation, first, model }, excludeKnown: !includeKnown })
        .catch(adviseForCommandLine);
      console.progress.done();
      const rows = await withNames(services, found.predictions);
      if (json) printJson({ model: found.model.id, truncated: found.truncated, predictions: rows });
      else console.print(listing(rows, console.columns));
    } finally {
      await services.close();
    }
  });
}

/** The service names the API's query; here there is a command for it. */
function adviseForCommandLine(error: unknown): never {
  if (!(error instanceof KindredError)) throw error;
  const message = error.message.replace(/The query "(\w+)" lists all/, '`kindred $1` lists all');
  return namingOptions(new KindredError(error.code, message, error.details, { cause: error }));
}

function subjectOf({ head, tail, name, description, as }: PredictOptions) {
  const given = [head, tail, name].filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw badInput(`${given.length} of --head, --tail and --name were given; exactly one is expected.`);
  }
  if (head !== undefined) return { known: { id: head }, side: 'head' as const };
  if (tail !== undefined) return { known: { id: tail }, side: 'tail' as const };
  return { known: { name: name!, description }, side: as };
}

type Row = { rank: number; score: number; id: string; name: string; description: string };

async function withNames(
  { entities }: Services,
  predictions: { entityId: string; score: number; rank: number }[],
): Promise<Row[]> {
  const found = await entities.getMany(predictions.map(({ entityId }) => entityId));
  return predictions.map(({ entityId, score, rank }) => {
    const { name = '', description = '' } = found.get(entityId) ?? {};
    return { rank, score, id: entityId, name, description };
  });
}

function listing(rows: Row[], columns: number): string {
  return table(
    rows,
    [
      { title: '', value: ({ rank }) => String(rank), align: 'right' },
      { title: 'score', value: ({ score }) => score.toFixed(3), align: 'right' },
      { title: 'id', value: ({ id }) => id },
      { title: 'name', value: ({ name }) => name },
      { title: 'description', value: ({ description }) => description },
    ],
    columns,
  );
}
