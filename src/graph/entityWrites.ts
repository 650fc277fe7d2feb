import { KindredError, notFound } from '../shared/errors';
import type { Run } from './database';
import { entityFields } from './entities';
import type { Entity, NewEntity } from './types';

/** Texts that a vector is made from: changing one of them starts a new revision. */
const embedded = ['name', 'aliases', 'description'] as const;

/** Now, but never the time of an entity's last change: who polls for changes tells them apart by their times. */
const later = 'CASE WHEN e.updatedAt < timestamp() THEN timestamp() ELSE e.updatedAt + 1 END';

/**
 * Add entities that are not there yet.
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
       SET e.updatedAt = CASE WHEN gone.at < e.updatedAt THEN e.updatedAt ELSE gone.at + 1 END
       DELETE gone
     }
     RETURN ${entityFields} AS entity`,
    { entities, by },
  ).catch((error: unknown) => {
    // Another writer took one of the ids between the look and the write.
    const id = isConstraintViolation(error) ? /`id` = '(.*)'/.exec((error as Error).message)?.[1] : undefined;
    throw id === undefined ? error : alreadyExists(id);
  });
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
  const rows = await run<{ entity: Entity }>(
    `MATCH (e:Entity {id: $id})
     SET e.updatedBy = $by  // takes the write lock before the old texts are read
     WITH e, any(part IN $embedded WHERE part IN keys($changes) AND e[part] <> $changes[part]) AS newText
     SET e += $changes, e.updatedAt = ${later}, e.revision = e.revision + CASE WHEN newText THEN 1 ELSE 0 END
     RETURN ${entityFields} AS entity`,
    { id, changes, by, embedded },
  );
  if (!rows[0]) throw notFound('entity', id);
  return rows[0].entity;
}

/**
 * Remove an entity with its triples; its tombstone tells other processes.
 *
 * @throws NOT_FOUND
 */
export async function deleteEntity(run: Run, id: string): Promise<Entity> {
  const rows = await run<{ entity: Entity }>(
    `MATCH (e:Entity {id: $id})
     WITH e, ${entityFields} AS entity, ${later} AS at
     DETACH DELETE e
     MERGE (gone:Tombstone {id: $id}) SET gone.at = at
     RETURN entity`,
    { id },
  );
  if (!rows[0]) throw notFound('entity', id);
  return rows[0].entity;
}

function alreadyExists(id: string): KindredError {
  return new KindredError(
    'ALREADY_EXISTS',
    `There already is an entity with id ${JSON.stringify(id)}. Choose another id, or update it.`,
    { id },
  );
}

function isConstraintViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'Neo.ClientError.Schema.ConstraintValidationFailed';
}
