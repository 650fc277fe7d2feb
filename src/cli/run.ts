import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CommanderError } from 'commander';
import { loadSettings } from '../config';
import { KindredError } from '../shared/errors';
import { log, setLogLevel } from '../shared/log';
import { projectRoot } from '../shared/paths';
import { painter } from '../shared/terminal';
import { exitCodeOf } from './exitCodes';
import { buildProgram } from './program';

/** Run one command line; every error ends as one readable line and an exit status. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    setLogLevel(loadSettings().KINDRED_LOG);
    await buildProgram(version()).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) tell(error); // commander has told its own
    return exitCodeOf(error);
  }
}

/** What was foreseen is one line, with its stack at debug level only; what was not comes with its stack. */
function tell(error: unknown): void {
  const paint = painter(process.stderr);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof KindredError))
    return void process.stderr.write(`${paint('red', 'Unexpected:')} ${stack}\n`);
  const label = error.code === 'CANCELLED' ? paint('bold', 'Stopped:') : paint('red', 'Error:');
  process.stderr.write(`${label} ${error.message}\n`);
  if (log.isLevelEnabled('debug')) process.stderr.write(`${stack}\n`);
}

function version(): string {
  const file = path.join(projectRoot, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
