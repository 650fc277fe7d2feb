import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { isAlive } from '../../shared/isAlive';
import { makeFolder } from '../../shared/files';
import { noProgress, type OnProgress } from '../../shared/progress';
import type { Connection } from '../database';
import { describeHolder, readHolder } from './holder';
import { KeptServer } from './keptServer';
import { passwordOf } from './password';
import { ServerProcess } from './serverProcess';

export interface LocalNeo4jOptions {
  readonly dataFolder: string;
  readonly cacheFolder: string;
  /** Java heap in MiB; the page cache takes half as much again */
  readonly memoryMb: number;
  /** the command that asks for the server, for whoever finds the folder in use */
  readonly owner: string;
  readonly onProgress?: OnProgress;
}

export interface LocalNeo4j {
  readonly connection: Connection;
  readonly pid: number;
  stop(): Promise<void>;
}

/** How long the server of a killed process may take to notice and stop. */
const afterlifeSeconds = 20;

/**
 * Start a Neo4j on `dataFolder`, made where missing, and keep it running until `stop` or the end of this process.
 * A server that dies is started again on the same port, so that open drivers find it by themselves.
 *
 * @throws CONFLICT naming who holds the folder; STORE_UNAVAILABLE when the server cannot be started
 */
export async function startLocalNeo4j(options: LocalNeo4jOptions): Promise<LocalNeo4j> {
  const folder = path.resolve(options.dataFolder);
  makeFolder(folder, 'KINDRED_DATA', 0o700);
  const password = passwordOf(folder);
  const onProgress = options.onProgress ?? noProgress;
  const start = async (port: number) => {
    const owner = { pid: process.pid, command: options.owner, since: new Date().toISOString() };
    const onWait = (seconds: number) =>
      onProgress({ stage: 'starting Neo4j', done: Math.round(seconds), unit: 's' });
    const server = { ...options, folder, password, holder: owner, onWait };
    for (const asked = Date.now(); ; await sleep(300)) {
      const started = await ServerProcess.start(server, port);
      if (started) return started;
      const holder = readHolder(folder);
      if ((holder && isAlive(holder.pid)) || Date.now() - asked > afterlifeSeconds * 1000) throw held(folder);
    }
  };

  const kept = await KeptServer.start(start);
  return {
    connection: {
      uri: `bolt://127.0.0.1:${kept.server.port}`,
      username: 'neo4j',
      password,
      database: 'neo4j',
    },
    get pid() {
      return kept.server.pid;
    },
    stop: () => kept.stop(),
  };
}

function held(folder: string): KindredError {
  return new KindredError(
    'CONFLICT',
    `The data folder ${folder} is in use by ${describeHolder(folder)}. ` +
      'Stop that first, or set KINDRED_DATA to another folder.',
    { folder },
  );
}
