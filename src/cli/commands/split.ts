import { Command } from 'commander';
import { splitInductively } from '../../services/experiments/split';
import { count } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { positiveNumber, wholeNumber } from '../options';
import { table } from '../table';

interface SplitOptions {
  triples: string[];
  out: string;
  seed: number;
  share: number;
  leastTriples: number;
  leastNeighbours: number;
  json?: true;
}

export function splitCommand(): Command {
  return new Command('split')
    .description(
      'part triples for training, validation and test, so that the last two ask about unseen entities',
    )
    .requiredOption('--triples <files...>', 'triples, split together')
    .requiredOption('--out <folder>', 'where the parts go')
    .option('--seed <n>', 'of the draw', wholeNumber(0, 2 ** 32 - 1), 0)
    .option('--share <x>', 'share of the entities for each of validation and test', positiveNumber, 0.1)
    .option(
      '--least-triples <n>',
      'fewest triples a relation may be left with',
      wholeNumber(1, 1_000_000),
      100,
    )
    .option(
      '--least-neighbours <n>',
      'fewest neighbours an entity may be left with',
      wholeNumber(0, 1_000),
      2,
    )
    .option('--json', 'machine-readable')
    .addHelpText(
      'after',
      `
Entities are drawn one after another and taken out with the triples they still
have, first those of the test part, then those of validation (Daza et al. 2021,
appendix A). The same seed gives the same split.

Example:
  kindred split --triples train.tsv dev.tsv test.tsv --out inductive`,
    )
    .action(async ({ out: folder, json, ...options }: SplitOptions) => {
      const console = Console.for({ json });
      const counts = await splitInductively({ folder, ...options });
      if (json) return printJson(counts);
      const rows = Object.entries(counts).map(([part, numbers]) => ({ part, ...numbers }));
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
    });
}
