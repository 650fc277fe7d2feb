import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { baseEncoderFolder, loadSettings } from '../../config';
import { type EncoderKind, encoderKinds } from '../../models/encoders/textEncoder';
import {
  descriptionLengthStudy,
  type StudyPoint,
  type StudyRequest,
  trainingSizeStudy,
} from '../../services/experiments/studies';
import { count, duration } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { named, positiveNumber } from '../options';
import { table } from '../table';
import { addTrainingOptions, namingOptions, trainingSettingsOf } from './trainingOptions';

interface StudyOptions extends Record<string, unknown> {
  split: string;
  text: string;
  relationText?: string;
  out: string;
  encoders: EncoderKind[];
  budget?: number;
  preset?: 'quick';
  json?: true;
}

type Study = (request: StudyRequest, values: readonly number[]) => Promise<StudyPoint[]>;

export function studyCommand(): Command {
  const command = new Command('study').description(
    'train again and again, varying one thing: a table (CSV) and a plot (SVG)',
  );
  command.addCommand(
    one('training-size', 'MRR of new entities by the share of the training entities')
      .option(
        '--shares <list>',
        'parted by commas, each above 0, at most 1',
        shares,
        [0.1, 0.25, 0.5, 0.75, 1],
      )
      .action((options: StudyOptions & { shares: number[] }) =>
        run(trainingSizeStudy, options, options.shares, 'share').catch(namingOptions),
      ),
  );
  command.addCommand(
    one('description-length', 'validation MRR and training time by the tokens that are read')
      .option('--lengths <list>', 'parted by commas, 3 to 512', lengths, [16, 32, 64, 128])
      .action((options: StudyOptions & { lengths: number[] }) =>
        run(descriptionLengthStudy, options, options.lengths, 'tokens').catch(namingOptions),
      ),
  );
  return command;
}

function one(name: string, description: string): Command {
  const command = new Command(name)
    .description(description)
    .requiredOption('--split <folder>', 'made by `kindred split`')
    .requiredOption('--text <file>', 'entity, then name or description, a line')
    .option('--relation-text <file>', 'relation, then its text, a line')
    .requiredOption(
      '--out <folder>',
      'where models, table and plot go; what is done already is used again',
      named,
    )
    .option('--encoders <names>', 'parted by commas', encoders, ['be-bow'])
    .option('--budget <minutes>', 'of training each', positiveNumber)
    .addOption(
      new Option('--preset <name>', "quick: the demo's settings instead of the paper's").choices(['quick']),
    )
    .option('--json', 'machine-readable');
  return addTrainingOptions(command, ['encoder', 'maxLength']);
}

/** @param varied what the values are called in the table */
async function run(
  study: Study,
  options: StudyOptions,
  values: readonly number[],
  varied: string,
): Promise<void> {
  const { split, text, relationText, out, encoders, budget, preset, json, ...given } = options;
  const console = Console.for({ json });
  const points = await study(
    {
      ...{ split, text, relationText, folder: path.resolve(out), minutes: budget },
      systems: encoders.map((encoder) => ({
        name: encoder,
        settings: trainingSettingsOf({ ...given, encoder: encoder }, preset),
      })),
      baseEncoder: (encoder) => baseEncoderFolder(loadSettings(), encoder),
      onProgress: console.progress.show,
      onLog: (line) => console.print(line),
      signal: interruptSignal(),
    },
    values,
  );
  console.progress.done();
  if (json) return printJson(points);
  console.print(describe(points, varied, console.columns));
  console.print(`Table and plot are in ${out}.`);
}

function describe(points: readonly StudyPoint[], varied: string, columns: number): string {
  const share = (name: 'mrr' | 'hits@1' | 'hits@3' | 'hits@10') => ({
    title: name,
    value: (point: StudyPoint) => point[name].toFixed(3),
    align: 'right' as const,
  });
  return table(
    points,
    [
      { title: 'encoder', value: ({ system }) => system },
      { title: varied, value: ({ value }) => String(value), align: 'right' },
      share('mrr'),
      share('hits@1'),
      share('hits@3'),
      share('hits@10'),
      { title: 'steps', value: ({ steps }) => count(steps), align: 'right' },
      {
        title: 'training',
        value: ({ seconds }) => (seconds === undefined ? '–' : duration(seconds)),
        align: 'right',
      },
    ],
    columns,
  );
}

/** Each once, in the order given. */
function encoders(given: string): EncoderKind[] {
  const names = [...new Set(given.split(',').map((name) => name.trim()))];
  if (names.every((name): name is EncoderKind => (encoderKinds as readonly string[]).includes(name)))
    return names;
  throw new InvalidArgumentError(`Encoders parted by commas are expected, of ${encoderKinds.join(', ')}.`);
}

function shares(given: string): number[] {
  const values = given.split(',').map(Number);
  if (values.every((value) => value > 0 && value <= 1)) return values;
  throw new InvalidArgumentError('Numbers above 0, at most 1, parted by commas, are expected.');
}

function lengths(given: string): number[] {
  const values = given.split(',').map(Number);
  if (values.every((value) => Number.isInteger(value) && value >= 3 && value <= 512)) return values;
  throw new InvalidArgumentError('Whole numbers from 3 to 512, parted by commas, are expected.');
}
