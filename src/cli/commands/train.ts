import { Command, Option } from 'commander';
import { baseEncoderFolder, loadSettings } from '../../config';
import type { Database } from '../../graph/database';
import { countTriples } from '../../graph/triples';
import { batchCount } from '../../models/training/batches';
import {
  parseTrainingSettings,
  stepsOf,
  type TrainingSettings,
  type TrainingSettingsInput,
} from '../../models/training/settings';
import { trainOnSplit } from '../../services/experiments/training';
import { checkServable, JobService } from '../../services/jobs';
import { badInput } from '../../shared/errors';
import { counted, figures } from '../../shared/terminal';
import { Console } from '../console';
import { followJob } from '../follow';
import { interruptSignal } from '../interrupt';
import { named } from '../options';
import { withStore } from '../store';
import { trainSearchCommand } from './trainSearch';
import { addTrainingOptions, namingOptions, trainingSettingsOf } from './trainingOptions';

interface TrainOptions extends Record<string, unknown> {
  preset?: 'quick';
  name?: string;
  job?: string;
  detach?: true;
  split?: string;
  text?: string;
  relationText?: string;
  out?: string;
}

export function trainCommand(): Command {
  const command = new Command('train')
    .description('train an encoder on the graph in the store and give every entity its vector')
    .addOption(
      new Option(
        '--preset <name>',
        "the demo's settings instead of the paper's; options given override them",
      ).choices(['quick']),
    )
    .option('--name <name>', 'the model it becomes a new version of; its encoder by default');
  return addTrainingOptions(command)
    .option('--job <id>', 'go on with this job instead of submitting one')
    .option('--detach', 'submit the job and leave it to a worker')
    .option('--split <folder>', 'train on the files of a split (`kindred split`) instead of the store')
    .option('--text <file>', 'with --split: entity, then name or description, a line')
    .option('--relation-text <file>', 'with --split: relation, then its text, a line')
    .option('--out <folder>', 'with --split: where the model goes', named)
    .addHelpText(
      'after',
      `
Encoders: be-bow and be-dkrl read words with BERT's vectors, glove-bow and
glove-dkrl with GloVe's (\`npm run setup -- --with word-vectors\` brings them),
blp is BERT. lookup reads no text: only entities that its training saw in a
triple have a vector.

Which of the two: take \`--preset quick\` to have a good model soon (a softmax
over the entities of a batch, higher rates: minutes for be-bow, glove-bow and
lookup, half an hour for blp on two cores). Without it, what is left out takes
the BLP paper's values for the encoder, which need hours on a graph of WordNet's
size: take them to compare with the paper.

The training is a job: Ctrl-C or a kill leaves it with its last checkpoint, and
it ends with the same weights as without the interruption. The new version
replaces the older one for all readers at once, when each entity has its vector.

With --split nothing is stored: the model goes to a folder, which \`kindred
evaluate\` reads, and the same command goes on where it was stopped.

Examples:
  kindred train --preset quick
  kindred train --preset quick --encoder blp --minutes 15 --name words
  kindred train --encoder be-bow --relation-model complex --epochs 20
  kindred train --split inductive --text entity2text.txt --out text-query \\
    --relation-text relation2text.txt --preset quick --encoder blp \\
    --relation-model text-query --steps 3600
  kindred train --split inductive --text entity2text.txt --out kg-bert \\
    --encoder blp --relation-model kg-bert
  kindred train --split inductive --text entity2text.txt --out kepler \\
    --encoder blp --loss nll --gamma 4 --masked-language-weight 1`,
    )
    .action((options: TrainOptions) => train(options).catch(namingOptions))
    .addCommand(trainSearchCommand());
}

async function train(options: TrainOptions): Promise<void> {
  const { job: known, detach, preset, name, split, out, ...given } = options;
  const console = Console.for({});
  const signal = interruptSignal();
  const asked = trainingSettingsOf(given, preset);
  const parsed = parseTrainingSettings(asked); // what cannot be used is refused before the store is opened
  if ([split, out, given.text, given.relationText].some((file) => file !== undefined))
    return trainFromFiles(options, parsed, console, signal);
  checkServable(parsed);
  const settings = loadSettings();
  const request = { settings, owner: 'train', keepsFiles: true, onProgress: console.progress.show };
  await withStore(request, async (db, store) => {
    console.progress.done();
    const jobs = new JobService(db);
    if (!known && !preset && !isBounded(asked)) console.print(await forewarning(db, asked));
    const { id } = known
      ? await jobs.getOf('train', known)
      : await jobs.submitTraining(asked, 'command line', { name });
    const resume = `kindred train --job ${id}`;
    if (detach) return console.print(`Job ${id} waits for a worker. Follow it with: ${resume}`);
    if (!known) console.print(`Job ${id}`);
    const job = await followJob({ store, jobId: id, console, signal, resume });
    console.print(`Model ${job.modelId} is current: ${figures(job.metrics)}.`);
  });
}

/** Without the store: the model goes to a folder, and the same command goes on after a stop or a kill. */
async function trainFromFiles(
  { split, text, relationText, out, job, detach, name }: TrainOptions,
  settings: TrainingSettings,
  console: Console,
  signal: AbortSignal,
): Promise<void> {
  if (split === undefined || text === undefined || out === undefined || job || detach || name) {
    throw badInput(
      'Training on files takes --split, --text and --out together (--relation-text beside them), and none of --name, --job and --detach.',
    );
  }
  const { metrics, steps } = await trainOnSplit({
    ...{ split, text, relationText, settings, signal },
    folder: out,
    baseEncoder: (encoder) => baseEncoderFolder(loadSettings(), encoder),
    onProgress: console.progress.show,
    onLog: (line) => console.print(line),
  });
  console.progress.done();
  console.print(`${out} holds the model, trained for ${counted(steps, 'step')}: ${figures(metrics)}.`);
}

function isBounded({ maxSteps, epochs, maxMinutes }: TrainingSettingsInput): boolean {
  return (maxSteps ?? epochs ?? maxMinutes) !== undefined;
}

/** Whoever gives no end may not know how far the paper's is; what is held out makes it a little less. */
async function forewarning(db: Database, asked: TrainingSettingsInput): Promise<string> {
  const settings = parseTrainingSettings(asked);
  const steps = stepsOf(settings, batchCount(await countTriples(db), settings.batchSize));
  return (
    `The paper's settings for ${settings.encoder}: ${counted(settings.epochs ?? 0, 'epoch')}, about ` +
    `${counted(steps, 'step')} of ${counted(settings.batchSize, 'triple')}. \`--preset quick\` is the short way.`
  );
}
