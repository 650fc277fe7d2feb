import { Command } from 'commander';
import {
  type SplitCounts,
  splitAsGiven,
  splitInductively,
  splitRelations,
  usualSplit,
} from '../../services/experiments/split';
import { badInput } from '../../shared/errors';
import { count, counted } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { named, positiveNumber, wholeNumber } from '../options';
import { table } from '../table';

interface SplitOptions {
  inductive?: true;
  transductive?: true;
  unseenRelations?: number;
  triples?: string[];
  train?: string[];
  valid?: string[];
  test?: string[];
  out: string;
  seed: number;
  share: number;
  leastTriples: number;
  leastNeighbours: number;
  types?: string;
  json?: true;
}

export function splitCommand(): Command {
  return new Command('split')
    .description('part triples for training, validation and test')
    .option('--inductive', 'validation and test ask about entities that training has not seen (the default)')
    .option('--unseen-relations <n>', 'they ask about so many relations each', wholeNumber(1, 100_000))
    .option('--transductive', 'they ask about nothing new: the parts are given')
    .option('--triples <files...>', 'triples, split together')
    .option('--train <files...>', 'with --transductive: triples to train on')
    .option('--valid <files...>', 'with --transductive: triples to validate with')
    .option('--test <files...>', 'with --transductive: triples to test with')
    .requiredOption('--out <folder>', 'where the parts go', named)
    .option('--seed <n>', 'of the draw', wholeNumber(0, 2 ** 32 - 1), 0)
    .option(
      '--share <x>',
      'share of the entities for each of validation and test',
      positiveNumber,
      usualSplit.share,
    )
    .option(
      '--least-triples <n>',
      'fewest triples of a relation in training, or of an unseen one',
      wholeNumber(1, 1_000_000),
      usualSplit.leastTriples,
    )
    .option(
      '--least-neighbours <n>',
      'fewest neighbours an entity may be left with',
      wholeNumber(0, 1_000),
      usualSplit.leastNeighbours,
    )
    .option(
      '--types <file>',
      'entity and type a line: inductive draws follow how frequent types are, and empty none',
    )
    .option('--json', 'machine-readable')
    .addHelpText(
      'after',
      `
Inductive: entities are drawn one after another and taken out with the triples
they still have, first those of the test part, then those of validation (Daza et
al. 2021, appendix A, with the two neighbours of the authors' code). Unseen
relations: relations are drawn, and all their triples go with them. The same
seed gives the same split.

Examples:
  kindred split --triples train.tsv dev.tsv test.tsv --out inductive
  kindred split --transductive --train train.tsv --valid dev.tsv \\
    --test test.tsv --out transductive`,
    )
    .action(async (options: SplitOptions, command: Command) => {
      const console = Console.for(options);
      refuseIdle(options, command);
      const counts = await split(options);
      if (options.json) return printJson(counts);
      const rows = (['training', 'validation', 'test'] as const).map((part) => ({ part, ...counts[part] }));
      console.print(
        table(
          rows,
          [
            { title: 'part', value: ({ part }) => part },
            { title: 'entities of its own', value: ({ entities }) => count(entities), align: 'right' },
            { title: 'triples', value: ({ triples }) => count(triples), align: 'right' },
          ],
          console.columns,
        ),
      );
      for (const note of notes(counts)) console.print(note);
    });
}

/** What somebody should know about the triples that came. */
function notes({ repeated, overlap }: SplitCounts): string[] {
  const parts = Object.entries(overlap ?? {});
  return [
    ...(repeated > 0 ? [`${counted(repeated, 'repeated triple')} left out`] : []),
    ...parts
      .filter(([, { inTraining }]) => inTraining > 0)
      .map(([part, { inTraining }]) => `${counted(inTraining, 'triple')} of ${part} also in training`),
    ...parts
      .filter(([, { unknownEntities }]) => unknownEntities > 0)
      .map(([part, { unknownEntities: n }]) => `${counted(n, 'entity')} of ${part} not in training`),
  ];
}

/** Options that say something about a draw that is not made. */
function refuseIdle({ transductive, unseenRelations }: SplitOptions, command: Command): void {
  const [kind, idle] = transductive
    ? ['--transductive', ['seed', 'share', 'leastTriples', 'leastNeighbours', 'types']]
    : unseenRelations !== undefined
      ? ['--unseen-relations', ['share', 'leastNeighbours', 'types']]
      : ['', []];
  const given = command.options.filter(
    (option) =>
      idle.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (given.length === 0) return;
  const flags = given.map(({ long }) => long!).join(', ');
  throw badInput(`${flags}: expected none of them with ${kind}, where they do nothing. Leave them out.`);
}

function split({ inductive, transductive, ...options }: SplitOptions): Promise<SplitCounts> {
  const { triples, unseenRelations, train, valid, test, out: folder, seed, leastTriples } = options;
  if ([inductive, transductive, unseenRelations].filter((kind) => kind !== undefined).length > 1)
    throw badInput('--inductive, --transductive and --unseen-relations exclude each other.');
  if (transductive) {
    if (triples || !train || !valid || !test)
      throw badInput('--transductive takes --train, --valid and --test, and no --triples.');
    return splitAsGiven({ folder, train, valid, test });
  }
  if (!triples || train || valid || test)
    throw badInput('--triples is expected, and --train, --valid and --test only with --transductive.');
  if (unseenRelations !== undefined)
    return splitRelations({ triples, folder, seed, unseenRelations, leastTriples });
  const { share, leastNeighbours, types } = options;
  return splitInductively({ triples, folder, seed, share, leastTriples, leastNeighbours, types });
}
