import { rm } from 'node:fs/promises';
import type { Database } from '../../graph/database';
import type { ModelRecord } from '../../graph/models';
import { dropVectorIndex } from '../../graph/vectorIndexes';
import { removeVectors } from '../../graph/vectors';
import { modelFolder } from '../training/folders';

/** Take a retired model's vectors and their index out of the store, and its files from the data folder. */
export async function clearAway(
  db: Database,
  dataFolder: string,
  { id, vectorProperty }: Pick<ModelRecord, 'id' | 'vectorProperty'>,
): Promise<void> {
  await dropVectorIndex(db, vectorProperty);
  await removeVectors(db, vectorProperty);
  await rm(modelFolder(dataFolder, id), { recursive: true, force: true });
}
