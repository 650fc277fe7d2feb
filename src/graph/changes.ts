import { type Database, int } from './database';
import type { EntityVersion } from './vectors';

/** What has happened to the store since a moment. */
export interface Changes {
  /** the store's clock, milliseconds since 1970 */
  now: number;
  /** of the models' catalogue */
  catalogueRevision: number;
  /** entities written since */
  written: EntityVersion[];
  /** entities deleted since and not created again; `version` is the time of it */
  deleted: EntityVersion[];
}

/**
 * What has changed after `since` (milliseconds since 1970 by the store's clock). A change carries the time at which its
 * transaction began, and shows when it has ended: look back by more than a transaction takes.
 */
export async function changesSince(db: Database, since: number): Promise<Changes> {
  const rows = await db.read<Changes>(
    `OPTIONAL MATCH (c:Catalogue {id: 'models'})
     WITH coalesce(c.revision, 0) AS catalogueRevision, timestamp() AS now
     CALL () {
       MATCH (e:Entity) WHERE e.updatedAt > $since
       RETURN collect({id: e.id, version: e.updatedAt}) AS written
     }
     CALL () {
       MATCH (gone:Tombstone) WHERE gone.at > $since
       RETURN collect({id: gone.id, version: gone.at}) AS deleted
     }
     RETURN now, catalogueRevision, written, deleted`,
    { since: int(since) },
  );
  return rows[0]!;
}

/** Whether an entity was written or deleted after `since`, seen as in {@link changesSince}. */
export async function hasChangedSince(db: Database, since: number): Promise<boolean> {
  const rows = await db.read<{ at: number }>(
    `CALL () {
       MATCH (e:Entity) WHERE e.updatedAt > $since RETURN e.updatedAt AS at LIMIT 1
       UNION ALL
       MATCH (gone:Tombstone) WHERE gone.at > $since RETURN gone.at AS at LIMIT 1
     }
     RETURN at`,
    { since: int(since) },
  );
  return rows.length > 0;
}

/** What no other store is called; a restored one may have the id of the one that was saved. */
export async function storeId(db: Database): Promise<string> {
  const [row] = await db.read<{ id: string }>('CALL db.info() YIELD id RETURN id');
  return row!.id;
}

/** The store's clock, milliseconds since 1970. */
export async function storeClock(db: Database): Promise<number> {
  const [row] = await db.read<{ now: number }>('RETURN timestamp() AS now');
  return row!.now;
}
