import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { type Database, int } from '../database';

export interface LockTimes {
  /** a runner that was killed frees the lock after this long */
  lease: number;
  /** how long another runner's lock is waited for */
  patience: number;
}

export const defaultLockTimes: LockTimes = { lease: 20_000, patience: 60_000 };

/** Times are the server's own (`timestamp()`), so that the clocks of two machines need not agree. */
const acquire = `
  MERGE (lock:MigrationLock {id: 'migrations'})
  SET lock.asked = timestamp()  // takes the write lock before the condition is read
  WITH lock WHERE lock.leaseUntil IS NULL OR lock.leaseUntil < timestamp() OR lock.owner = $owner
  SET lock.owner = $owner, lock.leaseUntil = timestamp() + $lease
  RETURN lock.owner AS owner`;

const release = `
  MATCH (lock:MigrationLock {id: 'migrations', owner: $owner})
  SET lock.owner = null, lock.leaseUntil = null`;

/**
 * Run `work` while no other process migrates this database.
 *
 * @param work gets the lock's owner; a write that must not happen without the lock matches on it
 * @throws CONFLICT when another runner keeps the lock for longer than `patience`
 */
export async function withMigrationLock<Result>(
  db: Database,
  work: (owner: string) => Promise<Result>,
  { lease, patience }: LockTimes = defaultLockTimes,
): Promise<Result> {
  const owner = `${os.hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const take = async () => (await db.write(acquire, { owner, lease: int(lease) })).length > 0;
  const deadline = Date.now() + patience;
  while (!(await take())) {
    if (Date.now() > deadline) throw await heldByAnother(db);
    await sleep(Math.min(250, lease / 4));
  }
  // A failed renewal needs no answer here: the version's own record is refused once the lease has gone to another.
  const renewal = setInterval(() => void take().catch(() => false), lease / 3);
  try {
    return await work(owner);
  } finally {
    clearInterval(renewal);
    await db.write(release, { owner }).catch(() => undefined);
  }
}

async function heldByAnother(db: Database): Promise<KindredError> {
  const [holder] = await db.read<{ owner: string }>('MATCH (lock:MigrationLock) RETURN lock.owner AS owner');
  return new KindredError(
    'CONFLICT',
    `Another process migrates this database (${holder?.owner ?? 'unknown'}). Try again when it has finished.`,
  );
}
