import { Command } from 'commander';
import { loadSettings } from '../../config';
import { EvaluationService } from '../../services/evaluation';
import { JobService } from '../../services/jobs';
import { Console, printJson } from '../console';
import { evaluationReport } from '../evaluationReport';
import { followJob } from '../follow';
import { interruptSignal } from '../interrupt';
import { collect, wholeNumber } from '../options';
import { reportFile } from '../reportFile';
import { withStore } from '../store';

interface EvaluateModelOptions {
  model?: string;
  triples?: number;
  candidates?: number;
  relation?: string[];
  seed: number;
  job?: string;
  detach?: true;
  report?: string;
  json?: true;
}

const most = 2 ** 31 - 1;

export function evaluateModelCommand(): Command {
  return new Command('model')
    .description('rank the triples that a training on the store held out')
    .option('--model <name>', 'a current model or its id, as be-bow@1; the default one')
    .option('--triples <n>', 'ask about so many, drawn at random, instead of all', wholeNumber(1, most))
    .option('--candidates <n>', 'rank among so many entities instead of all', wholeNumber(2, most))
    .option('--relation <id>', 'only these relations; may be given several times', collect)
    .option('--seed <n>', 'of what is drawn at random', wholeNumber(0, 2 ** 32 - 1), 0)
    .option('--job <id>', 'go on with this job instead of submitting one')
    .option('--detach', 'submit the job and leave it to a worker')
    .option('--report <file>', 'write all figures there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
Every training keeps some triples for validation and writes down which. Their
true heads and tails are ranked among all entities, by the vectors that serve:
the figures that \`kindred train\` shows are among a sample, and higher.

The evaluation is a job, as a training is; the API shows its figures too. A kill
costs no more than its time: it begins anew.

Examples:
  kindred evaluate model --model be-bow
  kindred evaluate model --model blp@2 --triples 500 --report blp.json`,
    )
    .action(evaluateModel);
}

async function evaluateModel(options: EvaluateModelOptions): Promise<void> {
  const { job: known, detach, report: file, json, relation, ...given } = options;
  const console = Console.for({ json });
  const keep = reportFile(file);
  const signal = interruptSignal();
  const settings = loadSettings();
  const request = { settings, owner: 'evaluate', keepsFiles: true, onProgress: console.progress.show };
  await withStore(request, async (db, store) => {
    console.progress.done();
    const service = new EvaluationService(db, settings.KINDRED_DATA);
    const { id } = known
      ? await new JobService(db).getOf('evaluate', known)
      : await service.submit({ ...given, relations: relation }, 'command line');
    const resume = `kindred evaluate model --job ${id}`;
    if (detach) return console.print(`Job ${id} waits for a worker. Follow it with: ${resume}`);
    if (!known) console.print(`Job ${id}`);
    await followJob({ store, jobId: id, console, signal, resume });
    const evaluation = (await service.ofJobs([id])).get(id)!;
    keep(evaluation);
    if (json) return printJson(evaluation);
    console.print(evaluationReport(evaluation, console.columns));
  });
}
