import { int, type Database } from './database';

/** Worker processes say that they are alive, so that a command knows whether its job will be taken up. */
export async function heartbeat(db: Database, worker: string): Promise<void> {
  await db.write('MERGE (w:Worker {id: $worker}) SET w.seenAt = timestamp()', { worker });
}

export async function forgetWorker(db: Database, worker: string): Promise<void> {
  await db.write('MATCH (w:Worker {id: $worker}) DELETE w', { worker });
}

/** How many workers were heard of within the last `withinMs`; older ones are forgotten. */
export async function countWorkers(db: Database, withinMs: number): Promise<number> {
  const rows = await db.write<{ alive: number }>(
    `MATCH (w:Worker)
     WITH w, w.seenAt >= timestamp() - $withinMs AS alive
     FOREACH (dead IN CASE WHEN alive THEN [] ELSE [w] END | DELETE dead)
     RETURN count(CASE WHEN alive THEN 1 END) AS alive`,
    { withinMs: int(withinMs) },
  );
  return rows[0]!.alive;
}
