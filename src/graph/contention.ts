import { setTimeout as sleep } from 'node:timers/promises';
import { Neo4jError } from 'neo4j-driver';
import { KindredError } from '../shared/errors';

/** Tries of a transaction that others get in the way of, and the longest pause before one, in milliseconds. */
const tries = 10;
const longestPause = 150;

/** What the server says when another transaction has changed, meanwhile, what this one had looked at. */
const codes = new Set([
  'Neo.ClientError.Statement.EntityNotFound', // deleted between the match and the use
  'Neo.ClientError.Schema.ConstraintValidationFailed', // created between the look and the write
  'Neo.TransientError.Transaction.DeadlockDetected',
  'Neo.TransientError.Transaction.LockAcquisitionTimeout',
  'Neo.TransientError.Transaction.LockClientStopped',
  'Neo.TransientError.Transaction.Outdated',
]);

/** Another transaction came in between: begun anew, this one sees what it has done, and can say so. */
export class Contention extends Error {}

export function isContention(error: unknown): boolean {
  return error instanceof Contention || (error instanceof Neo4jError && codes.has(error.code));
}

/** The error as one that the driver leaves to {@link uncontended}, which tries again at once instead of after a second. */
export function marked(error: unknown): unknown {
  return isContention(error)
    ? new Contention('another transaction came in between', { cause: error })
    : error;
}

/**
 * Carry out a transaction, anew as a whole while others get in its way.
 *
 * @throws CONFLICT when they do so all the time
 */
export async function uncontended<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let left = tries - 1; ; left--) {
    try {
      return await transaction();
    } catch (error) {
      if (!isContention(error)) throw error;
      if (left === 0) throw conflict(error);
      await sleep(Math.random() * Math.min(longestPause, 10 * 2 ** (tries - left)));
    }
  }
}

function conflict(cause: unknown): KindredError {
  return new KindredError(
    'CONFLICT',
    'Others are changing the same things all the time. Nothing was changed; try again.',
    {},
    { cause },
  );
}
