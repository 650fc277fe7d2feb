import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../../config';
import { KindredError } from '../../shared/errors';
import { makeFolder } from '../../shared/files';
import type { OnProgress } from '../../shared/progress';
import { type Connection, Database } from '../database';
import { patiently } from '../patience';
import { readServer } from './holder';
import { type LocalNeo4j, startLocalNeo4j } from './localNeo4j';
import { passwordOf } from './password';

export interface Store {
  readonly db: Database;
  /** for child processes that are to use the same server */
  readonly connection: Connection;
  /** for people: "bolt://…" or "local Neo4j in …" */
  readonly where: string;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** the command that asks, as the user typed it */
  readonly owner: string;
  /** use a local server that another command runs on this data folder, instead of refusing */
  readonly join: boolean;
  readonly onProgress?: OnProgress;
}

/** How long a command that joins waits for a server that another one is just starting. */
const joinSeconds = 60;
const firstAnswerMs = 30_000;

/**
 * Connect to NEO4J_URI, else to the local server of KINDRED_DATA. Applies no migrations.
 *
 * @throws STORE_UNAVAILABLE when the server cannot be reached or started; CONFLICT when another command holds it;
 *         BAD_INPUT when KINDRED_DATA cannot be written to
 */
export async function openStore(settings: Settings, options: StoreOptions): Promise<Store> {
  if (settings.NEO4J_URI) return remote(settings, settings.NEO4J_URI);
  const dataFolder = localFolder(settings);
  makeFolder(dataFolder, 'KINDRED_DATA', 0o700);
  for (const asked = Date.now(); ; await sleep(500)) {
    if (options.join) {
      const joined = await join(dataFolder);
      if (joined) return joined;
    }
    try {
      return await own(
        await startLocalNeo4j({
          dataFolder,
          cacheFolder: settings.KINDRED_CACHE,
          memoryMb: settings.KINDRED_NEO4J_MEMORY_MB,
          owner: options.owner,
          onProgress: options.onProgress,
        }),
        dataFolder,
      );
    } catch (error) {
      const held = error instanceof KindredError && error.code === 'CONFLICT';
      if (!held || !options.join || Date.now() - asked > joinSeconds * 1000) throw error;
    }
  }
}

/** The folder of the local server inside KINDRED_DATA. */
export function localFolder(settings: Settings): string {
  return path.join(settings.KINDRED_DATA, 'neo4j');
}

async function remote(settings: Settings, uri: string): Promise<Store> {
  if (!settings.NEO4J_PASSWORD) {
    throw new KindredError('BAD_INPUT', 'NEO4J_URI is set and NEO4J_PASSWORD is not. Set both.');
  }
  const connection = {
    uri,
    username: settings.NEO4J_USERNAME,
    password: settings.NEO4J_PASSWORD,
    database: settings.NEO4J_DATABASE,
  };
  const db = await Database.open(connection);
  return { db, connection, where: uri, close: () => db.close() };
}

async function join(dataFolder: string): Promise<Store | undefined> {
  const server = readServer(dataFolder);
  if (!server) return undefined;
  const connection = {
    uri: `bolt://127.0.0.1:${server.port}`,
    username: 'neo4j',
    password: passwordOf(dataFolder),
    database: 'neo4j',
  };
  const db = await Database.open(connection).catch(() => undefined); // the file was left by a server that was killed
  return db && { db, connection, where: `local Neo4j in ${dataFolder} (joined)`, close: () => db.close() };
}

async function own(server: LocalNeo4j, dataFolder: string): Promise<Store> {
  try {
    // It takes connections; on a busy machine its first answer may take longer than a request may.
    const db = await patiently(() => Database.open(server.connection), { patience: firstAnswerMs });
    const close = async () => {
      await db.close();
      await server.stop();
    };
    return { db, connection: server.connection, where: `local Neo4j in ${dataFolder}`, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
