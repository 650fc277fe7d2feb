import { type Connection, Database } from '../../src/graph/database';
import { migrate } from '../../src/graph/migrations';

let opened: Promise<Database> | undefined;

/** The worker's own Neo4j, migrated; closed by itself after the file's last test. */
export function testDatabase(): Promise<Database> {
  opened ??= open();
  return opened;
}

/** Where the worker's own Neo4j is, for processes that a test starts. */
export async function testConnection(): Promise<Connection> {
  const response = await fetch(`${process.env['KINDRED_TEST_DATABASES']}/${process.env['JEST_WORKER_ID']}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Connection;
}

/** {@link testConnection} as the environment that `loadSettings` reads. */
export async function testEnvironment(): Promise<Record<string, string>> {
  const { uri, username, password } = await testConnection();
  return { NEO4J_URI: uri, NEO4J_USERNAME: username, NEO4J_PASSWORD: password };
}

/** Empty the database, models' vector indexes included; the migrated schema stays. */
export async function clear(db: Database): Promise<void> {
  await db.autoCommit(
    `MATCH (n) WHERE NOT n:Migration AND NOT n:MigrationLock
     CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS`,
  );
  const indexes = await db.autoCommit<{ name: string }>(
    "SHOW VECTOR INDEXES YIELD name WHERE name STARTS WITH 'vec_'",
  );
  for (const { name } of indexes) await db.autoCommit(`DROP INDEX \`${name}\` IF EXISTS`);
  db.statements = 0;
}

async function open(): Promise<Database> {
  const db = await Database.open(await testConnection());
  await migrate(db);
  return db;
}

afterAll(async () => {
  await (await opened?.catch(() => undefined))?.close();
  opened = undefined;
});
