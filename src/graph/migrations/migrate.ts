import path from 'node:path';
import { KindredError } from '../../shared/errors';
import { projectRoot } from '../../shared/paths';
import { type Database, int } from '../database';
import { type Migration, readMigrations } from './files';
import { type LockTimes, withMigrationLock } from './lock';

export interface Migrated {
  /** files applied by this call */
  applied: string[];
  /** last file applied to the database by now */
  current: string;
}

interface Applied {
  version: number;
  file: string;
  checksum: string;
}

/**
 * Bring the database's schema up to date: each file of `folder` once, in order.
 * Statements commit one by one, since Neo4j allows no schema and data changes in one transaction; a version counts
 * as applied after its last one, and is run again from its first one after a failure. So every statement must be
 * repeatable (`IF NOT EXISTS`, `MERGE`).
 *
 * @throws BAD_INPUT  for files that are misnamed, out of sequence, or changed since they were applied
 * @throws CONFLICT   when another process is migrating, or a newer Kindred has migrated this database
 * @throws INTERNAL   when a statement fails; names file and statement
 */
export async function migrate(
  db: Database,
  folder = path.join(projectRoot, 'migrations'),
  lockTimes?: LockTimes,
): Promise<Migrated> {
  const migrations = await readMigrations(folder);
  const current = migrations.at(-1)?.file ?? 'none';
  await prepare(db);
  if (pendingOf(migrations, await readApplied(db)).length === 0) return { applied: [], current };
  return withMigrationLock(
    db,
    async (owner) => {
      const pending = pendingOf(migrations, await readApplied(db));
      for (const migration of pending) await apply(db, migration, owner);
      return { applied: pending.map(({ file }) => file), current };
    },
    lockTimes,
  );
}

/** The runner's own two nodes need their constraints before the first file can be applied. */
async function prepare(db: Database): Promise<void> {
  const statements = [
    'CREATE CONSTRAINT migration_lock_id IF NOT EXISTS FOR (l:MigrationLock) REQUIRE l.id IS UNIQUE',
    'CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (m:Migration) REQUIRE m.version IS UNIQUE',
  ];
  for (const statement of statements) {
    // Two runners that both find no constraint may collide; the second try finds it.
    await db.autoCommit(statement).catch(() => db.autoCommit(statement));
  }
}

function readApplied(db: Database): Promise<Applied[]> {
  return db.read<Applied>(`
    MATCH (m:Migration)
    RETURN m.version AS version, m.file AS file, m.checksum AS checksum
    ORDER BY version`);
}

function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  applied.forEach(({ version, file, checksum }, i) => {
    const ours = migrations[i];
    if (!ours) {
      throw new KindredError(
        'CONFLICT',
        `This database has ${file}, which this Kindred does not know. Use a newer Kindred.`,
      );
    }
    if (ours.version !== version || ours.checksum !== checksum) {
      throw new KindredError(
        'BAD_INPUT',
        `${ours.file} has changed since it was applied as ${file}. Restore it and put the change into a new version.`,
        { file: ours.file },
      );
    }
  });
  return migrations.slice(applied.length);
}

async function apply(
  db: Database,
  { version, file, checksum, statements }: Migration,
  owner: string,
): Promise<void> {
  for (const [i, statement] of statements.entries()) {
    await db.autoCommit(statement).catch((error: unknown) => {
      throw failed(file, `Statement ${i + 1} (${statement.split('\n')[0]?.trim()})`, error);
    });
  }
  await db.autoCommit('CALL db.awaitIndexes(600)').catch((error: unknown) => {
    throw failed(file, 'Building its indexes', error);
  });
  const recorded = await db.write(
    `MATCH (lock:MigrationLock {id: 'migrations', owner: $owner})
     SET lock.asked = timestamp()
     CREATE (m:Migration {version: $version, file: $file, checksum: $checksum, at: datetime()})
     RETURN m.version AS version`,
    { owner, version: int(version), file, checksum },
  );
  if (recorded.length === 0) {
    throw new KindredError(
      'CONFLICT',
      `Another process took over the migration while ${file} was applied. Try again.`,
    );
  }
}

function failed(file: string, what: string, cause: unknown): unknown {
  if (cause instanceof KindredError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `${what} of ${file} failed, so the database is not migrated to it: ${reason}`;
  return new KindredError('INTERNAL', message, { file }, { cause });
}
