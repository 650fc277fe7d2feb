import { CommanderError } from 'commander';
import { type ErrorCode, KindredError } from '../shared/errors';

export const exitCodes = { ok: 0, failed: 1, usage: 2, store: 3, interrupted: 130 } as const;

/** For `--help`. */
export const exitCodesHelp = `
Exit status:
  0    done
  1    failed; the reason is on standard error
  2    the command line, a setting, or what they name cannot be used
  3    the graph database cannot be reached or started
  130  interrupted`;

/** What was named cannot be used: it is wrong, it is in use or holds something else, or it is damaged. */
const unusable: ReadonlySet<ErrorCode> = new Set(['BAD_INPUT', 'CONFLICT', 'CORRUPT_FILE']);

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (!(error instanceof KindredError)) return exitCodes.failed;
  if (unusable.has(error.code)) return exitCodes.usage;
  if (error.code === 'STORE_UNAVAILABLE') return exitCodes.store;
  if (error.code === 'CANCELLED') return exitCodes.interrupted;
  return exitCodes.failed;
}
