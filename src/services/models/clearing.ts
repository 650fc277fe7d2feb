import type { Database } from '../../graph/database';
import type { ModelRecord } from '../../graph/models';
import { dropVectorIndex } from '../../graph/vectorIndexes';
import { removeVectors } from '../../graph/vectors';

/** Take a retired model's vectors and their index out of the store. */
export async function clearAway(
  db: Database,
  { vectorProperty }: Pick<ModelRecord, 'vectorProperty'>,
): Promise<void> {
  await dropVectorIndex(db, vectorProperty);
  await removeVectors(db, vectorProperty);
}
