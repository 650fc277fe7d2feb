import { Command } from 'commander';
import { demoCommand } from './demo/command';
import { evaluateCommand } from './commands/evaluate';
import { importCommand } from './commands/import';
import { jobsCommand } from './commands/jobs';
import { migrateCommand } from './commands/migrate';
import { modelsCommand } from './commands/models';
import { predictCommand } from './commands/predict';
import { relationsCommand } from './commands/relations';
import { reproduceCommand } from './commands/reproduce';
import { schemaCommand } from './commands/schema';
import { serveCommand } from './commands/serve';
import { settingsCommand } from './commands/settings';
import { splitCommand } from './commands/split';
import { studyCommand } from './commands/study';
import { trainCommand } from './commands/train';
import { workerCommand } from './commands/worker';
import { setLogLevel } from '../shared/log';
import { exitCodesHelp } from './exitCodes';

const commands = [
  demoCommand,
  serveCommand,
  workerCommand,
  importCommand,
  trainCommand,
  predictCommand,
  splitCommand,
  evaluateCommand,
  reproduceCommand,
  studyCommand,
  modelsCommand,
  relationsCommand,
  jobsCommand,
  migrateCommand,
  schemaCommand,
  settingsCommand,
];

/** The `kindred` command; each subcommand has a file of its own. */
export function buildProgram(version: string): Command {
  const program = new Command('kindred')
    .description(
      'A knowledge graph with a GraphQL API in which a new entity is useful from the\n' +
        'moment its name and one sentence are written: it gets vectors and proposed\n' +
        'links at once, without retraining.',
    )
    .version(version)
    .helpCommand(false)
    .addHelpText(
      'after',
      `
Examples:
  kindred demo                            WordNet, an encoder, five new entities
  kindred import tsv --triples facts.tsv  a graph of your own
  kindred train --encoder be-bow          vectors from texts and triples
  kindred serve                           the API and a worker for jobs

Settings come from the environment; \`kindred settings\` lists them.
${exitCodesHelp}`,
    );
  program.hook('preAction', (_program, action) => keepQuiet(action.name()));
  for (const command of commands) program.addCommand(command());
  for (const command of [program, ...descendants(program)]) {
    command.exitOverride().showHelpAfterError(`Run \`${pathOf(command)} --help\` for what it takes.`);
  }
  return program;
}

/** Commands that log, and the one that shows the level; the others talk to a person, and log lines would come between. */
const logging = new Set(['serve', 'worker', 'settings']);

/** Child processes inherit the level. */
function keepQuiet(name: string): void {
  if (logging.has(name) || process.env['KINDRED_LOG']) return;
  process.env['KINDRED_LOG'] = 'warn';
  setLogLevel('warn');
}

function descendants(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...descendants(child)]);
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
