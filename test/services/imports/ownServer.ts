import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadSettings } from '../../../src/config';
import { Database } from '../../../src/graph/database';
import { type LocalNeo4j, startLocalNeo4j } from '../../../src/graph/local/localNeo4j';
import { migrate } from '../../../src/graph/migrations';

/** A Neo4j for one test file: one that may be killed, or that is thrown away sooner than a large graph is deleted. */
export interface OwnServer {
  server: LocalNeo4j;
  db: Database;
  end(): Promise<void>;
}

export async function startOwnServer(): Promise<OwnServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-own-'));
  const server = await startLocalNeo4j({
    dataFolder: path.join(folder, 'neo4j'),
    cacheFolder: loadSettings().KINDRED_CACHE,
    memoryMb: 512,
    owner: 'a test',
  });
  const db = await Database.open(server.connection);
  await migrate(db);
  return {
    server,
    db,
    end: async () => {
      await db.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
