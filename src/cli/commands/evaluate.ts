import { Command, Option } from 'commander';
import { evaluateLinkPrediction, type EvaluationReport } from '../../services/experiments/evaluation';
import { type Protocol, protocols } from '../../services/experiments/protocol';
import { counted, duration } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { figuresTable } from '../figuresTable';
import { interruptSignal } from '../interrupt';
import { wholeNumber } from '../options';
import { reportFile } from '../reportFile';
import { folderOfModel } from '../trainedModel';
import { classificationCommand } from './classification';
import { evaluateModelCommand } from './evaluateModel';
import { evaluateSearchCommand } from './evaluateSearch';

interface EvaluateOptions {
  model: string;
  split: string;
  text: string;
  relationText?: string;
  part: 'valid' | 'test';
  protocol?: Protocol;
  candidates?: number;
  triples?: number;
  seed: number;
  report?: string;
  json?: true;
}

export function evaluateCommand(): Command {
  const command = new Command('evaluate').description('measure a model');
  command
    .command('link-prediction')
    .description('rank the true heads and tails of triples about unseen entities')
    .requiredOption('--model <id>', 'a trained model, as be-bow@1, or the folder of one')
    .requiredOption('--split <folder>', 'made by `kindred split`; the model was trained on its train.tsv')
    .requiredOption('--text <file>', 'entity, then name or description, a line')
    .option('--relation-text <file>', 'relation, then its text, a line; the readable id where there is none')
    .addOption(
      new Option('--part <name>', 'which part is asked about').choices(['valid', 'test']).default('test'),
    )
    .addOption(
      new Option(
        '--protocol <name>',
        "ranked among all entities (dynamic, transductive), or new ones among new ones (transfer); the split's own by default",
      ).choices(protocols),
    )
    .option(
      '--candidates <n>',
      'rank the true one among so many, drawn for each question; all by default, 100 for kg-bert',
      wholeNumber(2, 10_000_000),
    )
    .option(
      '--triples <n>',
      'ask about so many triples of the part, drawn; all by default, 100 for kg-bert',
      wholeNumber(1, 100_000_000),
    )
    .option('--seed <n>', 'of what is drawn', wholeNumber(0, 2 ** 32 - 1), 0)
    .option('--report <file>', 'write all figures there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
Filtered figures leave out the other true answers; ties count half for and half
against (realistic). The report also has the raw, the optimistic and the
pessimistic ones. AMRR is the MRR adjusted for chance.

A cross-encoder (kg-bert) reads every candidate together with its question, so
it is asked a sample: --triples questions a side, --candidates candidates each,
other true answers never among them. The same seed asks every model the same.
MRR and hits grow as candidates get fewer, and AMRR too: compare only figures
over as many candidates.

Example:
  kindred split --triples train.tsv dev.tsv test.tsv --out inductive
  kindred train --split inductive --text entity2text.txt --out be-bow
  kindred evaluate link-prediction --model be-bow --split inductive \\
    --text entity2text.txt`,
    )
    .action(evaluate);
  return command
    .addCommand(classificationCommand())
    .addCommand(evaluateSearchCommand())
    .addCommand(evaluateModelCommand());
}

async function evaluate({ model, report: file, json, ...options }: EvaluateOptions): Promise<void> {
  const console = Console.for({ json });
  const keep = reportFile(file);
  const report = await evaluateLinkPrediction({
    ...options,
    model: folderOfModel(model),
    onProgress: console.progress.show,
    signal: interruptSignal(),
  });
  console.progress.done();
  keep(report);
  if (json) return printJson(report);
  console.print(describe(report, console.columns));
}

function describe(report: EvaluationReport, columns: number): string {
  const { sampledFrom } = report;
  const { encoding, ranking } = report.seconds;
  return [
    `${counted(report.triples, `${report.part} triple`)}, ${counted(report.candidates, 'candidate')} (${report.protocol})`,
    ...(sampledFrom
      ? [
          `These are figures over a sample (seed ${sampledFrom.seed}) of ${counted(sampledFrom.triples, 'triple')} and ` +
            `${counted(sampledFrom.candidates, 'candidate')}: compare them with figures of the same sample alone.`,
        ]
      : []),
    ...(report.trainedElsewhere
      ? [
          "The model was trained on other triples than this split's training part: where it has seen what is asked here, " +
            'the figures are too high.',
        ]
      : []),
    figuresTable(report, columns),
    `encoded in ${duration(encoding)}, ranked in ${duration(ranking)}`,
  ].join('\n');
}
