import { Command, Option } from 'commander';
import { loadSettings } from '../../config';
import { encoderKinds, type EncoderKind } from '../../models/encoders/textEncoder';
import { JobService } from '../../services/jobs';
import { figures } from '../../shared/terminal';
import { Console } from '../console';
import { followJob } from '../follow';
import { interruptSignal } from '../interrupt';
import { positiveNumber, wholeNumber } from '../options';
import { withStore } from '../store';

interface TrainOptions {
  encoder: EncoderKind;
  name?: string;
  steps?: number;
  epochs?: number;
  minutes?: number;
  batchSize?: number;
  learningRate?: number;
  seed?: number;
  job?: string;
  detach?: true;
}

const most = 1_000_000_000;

export function trainCommand(): Command {
  return new Command('train')
    .description('train an encoder on the graph in the store and give every entity its vector')
    .addOption(
      new Option('--encoder <kind>', 'what makes a vector of a text').choices(encoderKinds).default('be-bow'),
    )
    .option('--name <name>', 'the model it becomes a new version of; its encoder by default')
    .option('--steps <n>', 'steps at most', wholeNumber(1, most))
    .option('--epochs <n>', 'passes over the triples', positiveNumber)
    .option('--minutes <n>', 'training time at most', positiveNumber)
    .option('--batch-size <n>', 'triples a step', wholeNumber(2, 65_536))
    .option('--learning-rate <x>', "Adam's, at its highest", positiveNumber)
    .option('--seed <n>', 'of everything that is drawn at random', wholeNumber(0, 2 ** 32 - 1))
    .option('--job <id>', 'go on with this job instead of submitting one')
    .option('--detach', 'submit the job and leave it to a worker')
    .addHelpText(
      'after',
      `
What is left out takes the BLP paper's values for the encoder. The training is a
job: Ctrl-C or a kill leaves it with its last checkpoint, and it ends with the
same weights as without the interruption. The new version replaces the older one
for all readers at once, when every entity has its vector.

Examples:
  kindred train --encoder be-bow --minutes 3
  kindred train --encoder blp --steps 1000 --name words`,
    )
    .action(train);
}

async function train({ job: known, detach, ...options }: TrainOptions): Promise<void> {
  const console = Console.for({});
  const signal = interruptSignal();
  const request = { settings: loadSettings(), owner: 'train', onProgress: console.progress.show };
  await withStore(request, async (db, store) => {
    console.progress.done();
    const jobs = new JobService(db);
    const { encoder, name, steps, epochs, minutes, batchSize, learningRate, seed } = options;
    const asked = { encoder, maxSteps: steps, epochs, maxMinutes: minutes, batchSize, learningRate, seed };
    const { id } = known ? await jobs.get(known) : await jobs.submitTraining(asked, 'command line', name);
    const resume = `kindred train --job ${id}`;
    if (detach) return console.print(`Job ${id} waits for a worker. Follow it with: ${resume}`);
    if (!known) console.print(`Job ${id}`);
    const job = await followJob({ store, jobId: id, console, signal, resume });
    console.print(`Model ${job.modelId} is current: ${figures(job.metrics)}.`);
  });
}
