import type { Run } from './database';

/**
 * Lock entities until the transaction ends, then look which of them are there. A statement that finds an entity and
 * waits for its lock goes on with it when the holder of the lock has deleted it: its texts are then null, or the
 * statement fails. So whoever writes locks first and looks afterwards. The locks are taken in one order, that no two
 * transactions wait for each other.
 */
export async function lockEntities(run: Run, ids: readonly string[]): Promise<Set<string>> {
  const sorted = [...new Set(ids)].sort();
  await run('UNWIND $ids AS id MATCH (e:Entity {id: id}) SET e.lockedAt = null', { ids: sorted });
  const rows = await run<{ id: string }>('UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN e.id AS id', {
    ids: sorted,
  });
  return new Set(rows.map(({ id }) => id));
}
