import type { Run } from './database';

/**
 * Lock entities until the transaction ends, then look which of them are there. A statement that finds an entity and
 * waits for its lock goes on with it when the holder of the lock has deleted it: its texts are then null, or the
 * statement fails. So whoever writes locks first and looks afterwards. The locks are taken in one order, and after
 * those of relations, that no two transactions wait for each other.
 */
export function lockEntities(run: Run, ids: readonly string[]): Promise<Set<string>> {
  return lock(run, 'Entity', ids);
}

/** The same of relations: while a triple of one is being written, the relation cannot be deleted. */
export function lockRelations(run: Run, ids: readonly string[]): Promise<Set<string>> {
  return lock(run, 'Relation', ids);
}

async function lock(run: Run, label: 'Entity' | 'Relation', ids: readonly string[]): Promise<Set<string>> {
  const sorted = [...new Set(ids)].sort();
  await run(`UNWIND $ids AS id MATCH (n:${label} {id: id}) SET n.lockedAt = null`, { ids: sorted });
  const rows = await run<{ id: string }>(`UNWIND $ids AS id MATCH (n:${label} {id: id}) RETURN n.id AS id`, {
    ids: sorted,
  });
  return new Set(rows.map(({ id }) => id));
}
