import { randomUUID } from 'node:crypto';
import { KindredError } from './errors';
import { log } from './log';

/**
 * Logs an error nobody foresaw and stands in for it: messages of libraries hold paths and statements, which are for the
 * log alone.
 *
 * @param what failed, for the log
 */
export function unforeseen(error: unknown, what: string): KindredError {
  const errorId = randomUUID();
  log.error({ err: error, errorId }, what);
  return new KindredError(
    'INTERNAL',
    `Something went wrong on the server; its log has it under ${errorId}.`,
    { errorId },
  );
}
