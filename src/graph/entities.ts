import type { Database, Parameters } from './database';
import type { Entity, EntityFilter } from './types';

/** The parts of node `e` that make an {@link Entity}: a map projection for RETURN. */
export const entityFields = `e {
  .id, .name, .aliases, .description, .examples, .types, .language, .source, .revision, .updatedAt,
  createdAt: toString(e.createdAt)
}`;

/** One that another transaction deletes while it is read comes with some parts missing. */
export function isWhole(entity: Entity): boolean {
  return Object.values(entity).every((part) => part !== null && part !== undefined);
}

/** Those that exist, by id; unknown ids are left out. */
export async function findEntities(db: Database, ids: readonly string[]): Promise<Map<string, Entity>> {
  const rows = await db.read<{ entity: Entity }>(
    `UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN ${entityFields} AS entity`,
    { ids: [...new Set(ids)] },
  );
  return new Map(rows.flatMap(({ entity }) => (isWhole(entity) ? [[entity.id, entity]] : [])));
}

/** The types of every entity that has some. */
export function streamTypes(db: Database): AsyncGenerator<{ id: string; types: string[] }> {
  return db.stream('MATCH (e:Entity) WHERE size(e.types) > 0 RETURN e.id AS id, e.types AS types');
}

export async function countEntities(db: Database, filter: EntityFilter = {}): Promise<number> {
  const { conditions, parameters } = entityConditions(filter);
  const { nameStartsWith } = filter;
  if (nameStartsWith) conditions.push('e.name STARTS WITH $nameStartsWith');
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''; // without: a counter of Neo4j's own
  const [row] = await db.read<{ count: number }>(`MATCH (e:Entity) ${where} RETURN count(e) AS count`, {
    ...parameters,
    nameStartsWith,
  });
  return row?.count ?? 0;
}

/** A filter as conditions on node `e`; that on the name is left to the caller. */
export function entityConditions({ ids, types, source }: EntityFilter): {
  conditions: string[];
  parameters: Parameters;
} {
  const conditions: string[] = [];
  if (ids) conditions.push('e.id IN $ids');
  if (types?.length) conditions.push('all(type IN $types WHERE type IN e.types)');
  if (source) conditions.push('e.source = $source');
  return { conditions, parameters: { ids, types, source } };
}
