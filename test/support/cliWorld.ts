import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../src/graph/database';
import { tinyEncoder } from './baseEncoder';
import { kindred } from './kindred';
import { clear, testDatabase, testEnvironment } from './neo4j';

/** What a command finds: an empty store, a data folder of its own, an encoder that trains in no time. */
export interface CliWorld {
  db: Database;
  /** the data folder */
  folder: string;
  environment: Record<string, string>;
  /** `kindred` with these arguments, to its end */
  readonly run: (...args: string[]) => ReturnType<typeof kindred>;
}

/** The world of the tests of a file, new for each of them. */
export function cliWorld(): CliWorld {
  const world = { run: (...args: string[]) => kindred(args, world.environment) } as CliWorld;
  beforeAll(async () => {
    world.db = await testDatabase();
  });
  beforeEach(async () => {
    await clear(world.db);
    world.folder = await mkdtemp(path.join(os.tmpdir(), 'kindred-cli-'));
    const own = { KINDRED_DATA: world.folder, KINDRED_BASE_ENCODER: tinyEncoder, KINDRED_LOG: 'warn' };
    world.environment = { ...(await testEnvironment()), ...own };
  });
  afterEach(() => rm(world.folder, { recursive: true }));
  return world;
}
