import { Command, Option } from 'commander';
import { baseEncoderFolder, loadSettings } from '../../config';
import { type UntrainedKind, untrainedKinds } from '../../models/encoders';
import {
  type ClassificationReport,
  type ClassReport,
  evaluateClassification,
  type Features,
} from '../../services/experiments/classification';
import { badInput } from '../../shared/errors';
import { count, counted, duration } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { wholeNumber } from '../options';
import { reportFile } from '../reportFile';
import { table } from '../table';
import { folderOfModel } from '../trainedModel';

interface ClassificationOptions {
  model?: string;
  encoder?: UntrainedKind;
  maxLength: number;
  split: string;
  text: string;
  labels: string;
  report?: string;
  json?: true;
}

/** `kindred evaluate classification` */
export function classificationCommand(): Command {
  return new Command('classification')
    .description('tell the classes of unseen entities from their vectors, by logistic regression')
    .option('--model <id>', 'a trained model, as be-bow@1, or the folder of one')
    .addOption(
      new Option(
        '--encoder <name>',
        'instead of a model, what encoders start from: word vectors averaged (be-bow, glove-bow), or a sentence encoder (blp)',
      ).choices(untrainedKinds),
    )
    .option('--max-length <n>', 'tokens of a text that --encoder reads', wholeNumber(3, 512), 32)
    .requiredOption('--split <folder>', 'an inductive one, made by `kindred split`')
    .requiredOption('--text <file>', 'entity, then name or description, a line')
    .requiredOption('--labels <source>', 'wordnet, domains, or a file with an entity and its class a line')
    .option('--report <file>', 'write all figures there as JSON')
    .option('--json', 'the same on standard output')
    .addHelpText(
      'after',
      `
The classifier learns from the vectors of the training entities. Its L2
coefficient is the one of 1e-4, 1e-3, …, 10 that does best on the validation
entities; with it, it learns once more from both and is asked about the test
entities (Daza et al. 2021, section 4.2). Balanced accuracy weighs all classes
alike.

Labels:
  wordnet  parts of speech of WordNet 3.0's synsets, by id or by offset and name
  domains  the 50 most common types that Freebase's relations tell of their
           heads: /film/film/genre leads from a /film/film. An entity of several
           has the most common one; one of none is left out

Examples:
  kindred evaluate classification --model be-bow --split inductive \\
    --text entity2text.txt --labels wordnet
  kindred evaluate classification --encoder blp --split inductive \\
    --text entity2text.txt --labels wordnet`,
    )
    .action(classify);
}

async function classify(
  { report: file, json, ...options }: ClassificationOptions,
  command: Command,
): Promise<void> {
  const console = Console.for({ json });
  const keep = reportFile(file);
  const { split, text, labels } = options;
  if (options.model !== undefined && command.getOptionValueSource('maxLength') === 'cli') {
    throw badInput(
      '--max-length is for --encoder: a model reads as many tokens as it was trained with. Leave it out.',
    );
  }
  const figures = await evaluateClassification({
    ...{ split, text, labels },
    features: featuresOf(options),
    onProgress: console.progress.show,
    signal: interruptSignal(),
  });
  console.progress.done();
  const report = { ...options, ...figures };
  keep(report);
  if (json) return printJson(report);
  console.print(describe(figures, console.columns));
}

function featuresOf({ model, encoder, maxLength }: ClassificationOptions): Features {
  if (model !== undefined && encoder === undefined) return { model: folderOfModel(model) };
  if (model === undefined && encoder !== undefined) {
    return { encoder, maxLength, base: baseEncoderFolder(loadSettings(), encoder) };
  }
  throw badInput('Give one of --model (a trained one) and --encoder (an encoder without training).');
}

function describe(report: ClassificationReport, columns: number): string {
  const { train, valid, test } = report.entities;
  const part = (name: string, { all, labelled }: typeof train) =>
    `${count(labelled)} of ${counted(all, `${name} entity`)}`;
  const { encoding, fitting } = report.seconds;
  return [
    `${counted(report.classes.length, 'class')}; ${part('training', train)}, ${part('validation', valid)} and ${part('test', test)} have one`,
    `accuracy ${report.accuracy.toFixed(3)}, balanced ${report.balancedAccuracy.toFixed(3)} (L2 coefficient ${report.l2})`,
    classTable(report.classes, columns),
    `encoded in ${duration(encoding)}, fitted in ${duration(fitting)}`,
  ].join('\n');
}

function classTable(classes: readonly ClassReport[], columns: number): string {
  const share = (name: 'precision' | 'recall' | 'f1') => ({
    title: name,
    value: (row: ClassReport) => row[name].toFixed(3),
    align: 'right' as const,
  });
  return table(
    [...classes].sort((a, b) => b.learned - a.learned),
    [
      { title: 'class', value: ({ name }) => name },
      { title: 'learned from', value: ({ learned }) => count(learned), align: 'right' },
      { title: 'tested', value: ({ support }) => count(support), align: 'right' },
      ...(['precision', 'recall', 'f1'] as const).map(share),
    ],
    columns,
  );
}
