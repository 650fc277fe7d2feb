import type { Settings } from '../config';
import type { Database } from '../graph/database';
import { openStore, type Store } from '../graph/local/openStore';
import { migrate } from '../graph/migrations';
import { makeFolder } from '../shared/files';
import type { OnProgress } from '../shared/progress';

export interface StoreRequest {
  readonly settings: Settings;
  /** the command, for whoever finds the data folder in use */
  readonly owner: string;
  /** take the local server another command runs, instead of refusing */
  readonly join?: boolean;
  /** the command keeps files of its own (models, checkpoints, the token) in the data folder, wherever the store is */
  readonly keepsFiles?: boolean;
  readonly onProgress?: OnProgress;
}

/** The store, with every migration applied. */
export async function openMigrated({
  settings,
  owner,
  join = true,
  keepsFiles = false,
  onProgress,
}: StoreRequest): Promise<Store> {
  if (keepsFiles) makeFolder(settings.KINDRED_DATA, 'KINDRED_DATA', 0o700);
  const store = await openStore(settings, { owner: `kindred ${owner}`, join, onProgress });
  try {
    await migrate(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Run `work` on the store and let go of it, however that ends. */
export async function withStore<Result>(
  request: StoreRequest,
  work: (db: Database, store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openMigrated(request);
  try {
    return await work(store.db, store);
  } finally {
    await store.close();
  }
}
