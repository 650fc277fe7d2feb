import { Command, Option } from 'commander';
import { type Figures, rankKinds, settings } from '../../models/evaluation';
import { evaluateLinkPrediction, type EvaluationReport } from '../../services/experiments/evaluation';
import { type Protocol, protocols } from '../../services/experiments/protocol';
import { writeFileAtomically } from '../../shared/files';
import { count, duration } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { table } from '../table';
import { folderOfModel } from '../trainedModel';
import { classificationCommand } from './classification';

interface EvaluateOptions {
  model: string;
  split: string;
  text: string;
  relationText?: string;
  part: 'valid' | 'test';
  protocol?: Protocol;
  report?: string;
  json?: true;
}

export function evaluateCommand(): Command {
  const command = new Command('evaluate').description('measure a model by the protocols of the papers');
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
    .option('--report <file>', 'write all figures there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
Filtered figures leave out the other true answers; ties count half for and half
against (realistic). The report also has the raw, the optimistic and the
pessimistic ones. AMRR is the MRR adjusted for chance.

Example:
  kindred split --triples train.tsv dev.tsv test.tsv --out inductive
  kindred train --split inductive --text entity2text.txt --out be-bow
  kindred evaluate link-prediction --model be-bow --split inductive \\
    --text entity2text.txt`,
    )
    .action(evaluate);
  command.addCommand(classificationCommand());
  return command;
}

async function evaluate({ model, report: file, json, ...options }: EvaluateOptions): Promise<void> {
  const console = Console.for({ json });
  const report = await evaluateLinkPrediction({
    ...options,
    model: folderOfModel(model),
    onProgress: console.progress.show,
    signal: interruptSignal(),
  });
  console.progress.done();
  if (file !== undefined) writeFileAtomically(file, `${JSON.stringify(report, null, 2)}\n`);
  if (json) return printJson(report);
  console.print(describe(report, console.columns));
}

function describe({ all, groups, ...report }: EvaluationReport, columns: number): string {
  const kinds = settings.flatMap((setting) =>
    rankKinds.map((kind) => ({ name: `${setting}, ${kind}`, count: all.count, figures: all[setting][kind] })),
  );
  const parts = groups.map(({ name, figures }) => ({
    name,
    count: figures.count,
    figures: figures.filtered.realistic,
  }));
  const { encoding, ranking } = report.seconds;
  return [
    `${count(report.triples)} ${report.part} triples, ${count(report.candidates)} candidates (${report.protocol})`,
    rows([...kinds, ...parts], columns),
    `encoded in ${duration(encoding)}, ranked in ${duration(ranking)}`,
  ].join('\n');
}

function rows(lines: { name: string; count: number; figures: Figures }[], columns: number): string {
  const share = (name: keyof Figures) => ({
    title: name,
    value: ({ figures }: (typeof lines)[number]) => figures[name].toFixed(3),
    align: 'right' as const,
  });
  return table(
    lines,
    [
      { title: '', value: ({ name }) => name },
      { title: 'ranks', value: (line) => count(line.count), align: 'right' },
      ...(['mrr', 'hits@1', 'hits@3', 'hits@10', 'amrr'] as const).map(share),
      { title: 'mean rank', value: ({ figures }) => figures.meanRank.toFixed(1), align: 'right' },
    ],
    columns,
  );
}
