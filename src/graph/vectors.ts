import { KindredError } from '../shared/errors';
import { checkVector, rowOf } from '../shared/vectors';
import { type Database, int, type Run } from './database';

/** What is needed to make an entity's vector. */
export interface VectorlessEntity {
  id: string;
  name: string;
  description: string;
  revision: number;
}

export interface VectorRow {
  id: string;
  /** of the texts the vector was made from; an entity that has changed since is passed over */
  revision: number;
  vector: Float32Array;
}

/**
 * The rows to write for entities, whose vectors are those of a matrix.
 *
 * @param vectors `[entities, dimension]`, row-major
 */
export function vectorRows(
  entities: readonly Pick<VectorlessEntity, 'id' | 'revision'>[],
  vectors: Float32Array,
  dimension: number,
): VectorRow[] {
  return entities.map(({ id, revision }, row) => ({ id, revision, vector: rowOf(vectors, row, dimension) }));
}

/** A model's property is a name we made (`vec_be_bow_3`); it stands in statements, so nothing else may. */
export function identifier(property: string): string {
  if (!/^vec_[a-z0-9_]+_\d+$/.test(property)) {
    throw new KindredError('INTERNAL', `${JSON.stringify(property)} is not the name of a vector property.`);
  }
  return property;
}

/** Up to `limit` entities without the vector, by id, after the given one. */
export function entitiesWithoutVector(
  db: Database,
  property: string,
  after: string,
  limit: number,
): Promise<VectorlessEntity[]> {
  return db.read<VectorlessEntity>(
    `MATCH (e:Entity) WHERE e.id > $after AND e.${identifier(property)} IS NULL
     RETURN e.id AS id, e.name AS name, e.description AS description, e.revision AS revision
     ORDER BY e.id LIMIT $limit`,
    { after, limit: int(limit) },
  );
}

export async function countEntitiesWithoutVector(db: Database, property: string): Promise<number> {
  const rows = await db.read<{ entities: number }>(
    `MATCH (e:Entity) WHERE e.${identifier(property)} IS NULL RETURN count(e) AS entities`,
  );
  return rows[0]!.entities;
}

/** An entity at one moment of its `updatedAt`, which grows with every change of it or of a current model's vector. */
export interface EntityVersion {
  id: string;
  /** its `updatedAt` */
  version: number;
}

/**
 * Write vectors as 32-bit floats, each checked before. Those of a current model move the entities' `updatedAt`: other
 * processes hold the vectors in memory and look there for changes.
 *
 * @returns the entities that have got their vector; those gone or changed meanwhile are not among them
 */
export async function writeVectors(
  run: Run,
  property: string,
  dimension: number,
  rows: readonly VectorRow[],
): Promise<EntityVersion[]> {
  for (const { id, vector } of rows) checkVector(vector, dimension, `entity ${JSON.stringify(id)}`);
  return run<EntityVersion>(
    `OPTIONAL MATCH (m:Model {vectorProperty: $property, state: 'current'})
     WITH count(m) > 0 AS announce
     UNWIND $rows AS row
     MATCH (e:Entity {id: row.id})
     SET e.lockedAt = null  // takes the write lock before the revision is read
     WITH e, row, announce WHERE e.revision = row.revision
     CALL db.create.setNodeVectorProperty(e, $property, row.vector)
     SET e.updatedAt = CASE
       WHEN NOT announce THEN e.updatedAt
       WHEN e.updatedAt < timestamp() THEN timestamp()
       ELSE e.updatedAt + 1 END
     RETURN e.id AS id, e.updatedAt AS version`,
    {
      property: identifier(property),
      rows: rows.map(({ id, revision, vector }) => ({
        id,
        revision: int(revision),
        vector: Array.from(vector),
      })),
    },
  );
}

/** Of every entity that has the vector. */
export async function vectorVersions(db: Database, property: string): Promise<Map<string, number>> {
  const rows = db.stream<EntityVersion>(
    `MATCH (e:Entity) WHERE e.${identifier(property)} IS NOT NULL RETURN e.id AS id, e.updatedAt AS version`,
    {},
    10_000,
  );
  const versions = new Map<string, number>();
  for await (const { id, version } of rows) versions.set(id, version);
  return versions;
}

/** An entity's vectors in the order of the properties asked for; null where it has none. */
export interface EntityVectors extends EntityVersion {
  vectors: (number[] | null)[];
}

/** Those of the entities that exist. */
export function readVectors(
  db: Database,
  properties: readonly string[],
  ids: readonly string[],
): Promise<EntityVectors[]> {
  return db.read<EntityVectors>(
    `UNWIND $ids AS id
     MATCH (e:Entity {id: id})
     RETURN e.id AS id, e.updatedAt AS version, [property IN $properties | e[property]] AS vectors`,
    { ids, properties },
  );
}

/** Take away vectors that are being written for models not yet current: they were made from texts since changed. */
export async function dropUnfinishedVectors(run: Run, id: string): Promise<void> {
  await run(
    `MATCH (m:Model {state: 'writing'})
     WITH collect(m.vectorProperty) AS properties
     MATCH (e:Entity {id: $id})
     FOREACH (property IN properties | SET e[property] = null)`,
    { id },
  );
}

/** Take some entities' vectors away. */
export async function dropVectors(
  run: Run,
  properties: readonly string[],
  ids: readonly string[],
): Promise<void> {
  if (properties.length === 0) return;
  await run(
    `UNWIND $ids AS id
     MATCH (e:Entity {id: id})
     FOREACH (property IN $properties | SET e[property] = null)`,
    { ids, properties },
  );
}

/** Take a model's vectors away, a few thousand at a time. */
export async function removeVectors(db: Database, property: string): Promise<void> {
  const name = identifier(property);
  await db.autoCommit(
    `MATCH (e:Entity) WHERE e.${name} IS NOT NULL CALL (e) { REMOVE e.${name} } IN TRANSACTIONS OF 5000 ROWS`,
  );
}
