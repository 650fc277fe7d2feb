import { KindredError, notFound, quoted } from '../shared/errors';
import type { Run } from './database';
import { Contention } from './contention';
import { entityFields, isWhole } from './entities';
import { lockEntities } from './locks';
import type { Entity, NewEntity } from './types';

/** Texts that a vector is made from: changing one of them starts a new revision. */
const embedded = ['name', 'aliases', 'description'] as const;

/** Now, but never the time of an entity's last change: who polls for changes tells them apart by their times. */
const later = 'CASE WHEN e.updatedAt < timestamp() THEN timestamp() ELSE e.updatedAt + 1 END';

/**
 * Add entities that are not there yet. Where another writer takes one of the ids between the look and the write, the
 * transaction begins anew and finds it taken.
 *
 * @throws ALREADY_EXISTS naming the first id that is taken (also one given twice); nothing is written
 */
export async function createEntities(
  run: Run,
  entities: readonly NewEntity[],
  by: string,
): Promise<Entity[]> {
  const taken = await run<{ id: string }>('UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN e.id AS id', {
    ids: entities.map(({ id }) => id),
  });
  const seen = new Set(taken.map(({ id }) => id));
  for (const { id } of entities) {
    if (seen.has(id)) throw alreadyExists(id);
    seen.add(id);
  }
  const rows = await run<{ entity: Entity }>(
    `UNWIND $entities AS row
     CREATE (e:Entity)
     SET e = row, e.revision = 1, e.createdAt = datetime(), e.updatedAt = timestamp(), e.createdBy = $by
     WITH e, row
     CALL (e, row) {
       MATCH (gone:Tombstone {id: row.id})
       SET e.updatedAt = CASE WHEN gone.at >= e.updatedAt THEN gone.at + 1 ELSE e.updatedAt END
       DELETE gone
     }
     RETURN ${entityFields} AS entity`,
    { entities, by },
  );
  return rows.map(({ entity }) => entity);
}

/**
 * Change some texts of an entity. `revision` grows when what its vectors are made from changes.
 *
 * @throws NOT_FOUND
 */
export async function updateEntity(
  run: Run,
  id: string,
  changes: Partial<Omit<NewEntity, 'id'>>,
  by: string,
): Promise<Entity> {
  if (!(await lockEntities(run, [id])).has(id)) throw notFound('entity', id);
  const rows = await run<{ entity: Entity }>(
    `MATCH (e:Entity {id: $id})
     WITH e, any(part IN $embedded WHERE part IN keys($changes) AND e[part] <> $changes[part]) AS newText
     CALL (e) { MATCH (e)-[:TRIPLE]-(other) WHERE e.name <> $changes.name SET other.linkedAt = timestamp() }
     SET e += $changes, e.updatedBy = $by, e.updatedAt = ${later}, e.revision = e.revision + CASE WHEN newText THEN 1 ELSE 0 END
     RETURN ${entityFields} AS entity`,
    { id, changes, by, embedded },
  );
  return theOne(rows);
}

/**
 * Remove an entity with its triples; its tombstone tells other processes.
 *
 * @throws NOT_FOUND
 */
export async function deleteEntity(run: Run, id: string): Promise<Entity> {
  if (!(await lockEntities(run, [id])).has(id)) throw notFound('entity', id);
  const rows = await run<{ entity: Entity }>(
    `MATCH (e:Entity {id: $id})
     WITH e, ${entityFields} AS entity, ${later} AS at
     CALL (e) { MATCH (e)-[:TRIPLE]-(other) SET other.linkedAt = timestamp() }
     DETACH DELETE e
     MERGE (gone:Tombstone {id: $id}) SET gone.at = at
     RETURN entity`,
    { id },
  );
  return theOne(rows);
}

/** One deleted and created again while its lock was waited for is not the one that was locked. */
function theOne([row]: { entity: Entity }[]): Entity {
  if (!row || !isWhole(row.entity)) throw new Contention('the entity is another one now');
  return row.entity;
}

function alreadyExists(id: string): KindredError {
  return new KindredError(
    'ALREADY_EXISTS',
    `There already is an entity with id ${quoted(id)}. Choose another id, or update it.`,
    { id },
  );
}
