import { type Database, int } from './database';
import { lockRelations } from './locks';
import type { NewEntity, Relation, Triple } from './types';

/** Rows a transaction takes: more gain little speed and cost the server memory (measured from 1,000 to 10,000). */
export const batchSize = 2_000;

/** Who imports, and since when (milliseconds since 1970): what this run has created is told from older rows by it. */
export interface ImportStamp {
  by: string;
  at: number;
}

export interface EntityCounts {
  created: number;
  /** had other texts from the same source before */
  updated: number;
  /** exist with texts from another source, curators' above all, and were left alone */
  kept: number;
}

/** An entity as an import has it; without types where it does not tell any, and those that are stored stay. */
export type ImportedEntity = Omit<NewEntity, 'types'> & { types?: string[] };

/**
 * Write one batch of entities with unique ids. An entity that exists gets the new texts only while its `source` is
 * still the batch's: whoever edits an entity makes it theirs. New texts start a revision and drop the vectors of the
 * old ones.
 */
export async function importEntities(
  db: Database,
  entities: ImportedEntity[],
  stamp: ImportStamp,
): Promise<EntityCounts> {
  const ids = entities.map(({ id }) => id);
  return db.transaction('WRITE', async (run) => {
    const [counts] = await run<EntityCounts>(writeEntities, {
      rows: entities,
      by: stamp.by,
      at: int(stamp.at),
    });
    await run('UNWIND $ids AS id MATCH (gone:Tombstone {id: id}) DELETE gone', { ids });
    return counts ?? { created: 0, updated: 0, kept: 0 };
  });
}

const writeEntities = `
  OPTIONAL MATCH (m:Model) WHERE m.state IN ['writing', 'current']
  WITH collect(m.vectorProperty) AS vectorProperties, datetime({epochMillis: $at}) AS now
  UNWIND $rows AS row
  MERGE (e:Entity {id: row.id})
  ON CREATE SET e.types = [], e += row, e.revision = 1, e.createdBy = $by, e.updatedAt = timestamp(),
    e.createdAt = now
  WITH e, row, vectorProperties,
    e.createdBy = $by AND e.createdAt = now AS created,
    e.source = row.source AND any(part IN keys(row) WHERE e[part] <> row[part]) AS update,
    any(part IN ['name', 'aliases', 'description'] WHERE e[part] <> row[part]) AS newText
  CALL (e, row, update) {
    WITH e WHERE update AND e.name <> row.name
    MATCH (e)-[:TRIPLE]-(other) SET other.linkedAt = timestamp()
  }
  FOREACH (_ IN CASE WHEN update THEN [1] ELSE [] END |
    SET e += row, e.updatedAt = timestamp(), e.updatedBy = $by)
  FOREACH (_ IN CASE WHEN update AND newText THEN [1] ELSE [] END |
    SET e.revision = e.revision + 1
    FOREACH (property IN vectorProperties | SET e[property] = null))
  RETURN
    sum(CASE WHEN created THEN 1 ELSE 0 END) AS created,
    sum(CASE WHEN update THEN 1 ELSE 0 END) AS updated,
    sum(CASE WHEN e.source <> row.source THEN 1 ELSE 0 END) AS kept`;

/** An entity of which no text is known. */
export interface BareEntity {
  id: string;
  types: string[];
}

/**
 * Write one batch of entities of which no text is known, named by their ids. Those that exist are left alone, but for
 * the types of those of the same source.
 *
 * @returns how many are new
 */
export async function importBareEntities(
  db: Database,
  entities: BareEntity[],
  source: string,
  { by, at }: ImportStamp,
): Promise<number> {
  const [row] = await db.write<{ created: number }>(
    `WITH datetime({epochMillis: $at}) AS now
     UNWIND $entities AS row
     MERGE (e:Entity {id: row.id})
     ON CREATE SET e.name = row.id, e.aliases = [], e.description = '', e.examples = [], e.types = row.types,
       e.language = 'und', e.source = $source, e.revision = 1, e.createdBy = $by, e.updatedAt = timestamp(),
       e.createdAt = now
     WITH e, row, now, e.source = $source AND size(row.types) > 0 AND e.types <> row.types AS update
     FOREACH (_ IN CASE WHEN update THEN [1] ELSE [] END |
       SET e.types = row.types, e.updatedAt = timestamp(), e.updatedBy = $by)
     RETURN sum(CASE WHEN e.createdBy = $by AND e.createdAt = now THEN 1 ELSE 0 END) AS created`,
    { entities, source, by, at: int(at) },
  );
  return row?.created ?? 0;
}

/** A relation as an import has it. */
export interface ImportedRelation extends Relation {
  /** whether its texts are made of its id: the import knows none */
  isBare?: boolean;
}

/**
 * Write relations. One that exists gets the new texts only while it has none or they are from the same source: those of
 * a curator, and of another import, stay.
 */
export async function importRelations(
  db: Database,
  relations: ImportedRelation[],
  source: string,
): Promise<void> {
  await db.write(
    `UNWIND $relations AS row
     MERGE (r:Relation {id: row.id})
     ON CREATE SET r.name = row.name, r.description = row.description
     WITH r, row WHERE NOT coalesce(row.isBare, false) AND coalesce(r.source, $source) = $source
     SET r.name = row.name, r.description = row.description, r.source = $source`,
    { relations, source },
  );
}

export interface TripleCounts {
  /** were not there before */
  added: number;
  /** are there now, new or old */
  stored: number;
}

/**
 * Write one batch of distinct triples; those that exist keep their provenance, those without both entities are left
 * out. A relation that was deleted while the import ran comes back, named by its id: no triple is without one.
 */
export async function importTriples(
  db: Database,
  triples: Triple[],
  { by, at }: ImportStamp,
): Promise<TripleCounts> {
  const relations = [...new Set(triples.map(({ relation }) => relation))];
  return db.transaction('WRITE', async (run) => {
    const known = await lockRelations(run, relations);
    const gone = relations.filter((id) => !known.has(id));
    if (gone.length > 0) {
      await run(
        `UNWIND $ids AS id
         MERGE (r:Relation {id: id}) ON CREATE SET r.name = id, r.description = ''
         SET r.lockedAt = null`,
        { ids: gone },
      );
    }
    const [counts] = await run<TripleCounts>(
      `UNWIND $rows AS row
       MATCH (head:Entity {id: row.head})
       MATCH (tail:Entity {id: row.tail})
       MERGE (head)-[t:TRIPLE {relation: row.relation}]->(tail)
       ON CREATE SET t.source = 'imported', t.by = $by, t.at = $at,
         head.linkedAt = timestamp(), tail.linkedAt = timestamp()
       RETURN count(*) AS stored, sum(CASE WHEN t.at = $at AND t.by = $by THEN 1 ELSE 0 END) AS added`,
      { rows: triples, by, at: int(at) },
    );
    return counts ?? { stored: 0, added: 0 };
  });
}
