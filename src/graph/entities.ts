import { readCursor, writeCursor } from './cursors';
import { type Database, int, type Parameters } from './database';
import type { Entity, EntityFilter, Page } from './types';

/** The parts of node `e` that make an {@link Entity}: a map projection for RETURN. */
export const entityFields = `e {
  .id, .name, .aliases, .description, .examples, .types, .language, .source, .revision, .updatedAt,
  createdAt: toString(e.createdAt)
}`;

/** Those that exist, by id; unknown ids are left out. */
export async function findEntities(db: Database, ids: readonly string[]): Promise<Map<string, Entity>> {
  const rows = await db.read<{ entity: Entity }>(
    `UNWIND $ids AS id MATCH (e:Entity {id: id}) RETURN ${entityFields} AS entity`,
    { ids: [...new Set(ids)] },
  );
  return new Map(rows.map(({ entity }) => [entity.id, entity]));
}

/**
 * The entities that pass the filter, by name, then id; `first` of them after the cursor.
 *
 * @throws BAD_INPUT for a cursor that is not ours
 */
export async function pageEntities(
  db: Database,
  filter: EntityFilter,
  first: number,
  after?: string,
): Promise<Page<Entity>> {
  const { conditions, parameters } = filterConditions(filter);
  if (after !== undefined) {
    const { key: name, id } = readCursor(after);
    // The first condition alone is a range of the index on (name, id), which also gives the order.
    conditions.push('e.name >= $afterName', '(e.name > $afterName OR e.id > $afterId)');
    Object.assign(parameters, { afterName: name, afterId: id });
  }
  const rows = await db.read<{ entity: Entity }>(
    `MATCH (e:Entity) WHERE ${conditions.join(' AND ')}
     WITH e ORDER BY e.name, e.id LIMIT $limit
     CALL (e) { RETURN ${entityFields} AS entity }  // or else all parts of every entity on the way are read
     RETURN entity`,
    { ...parameters, limit: int(first + 1) },
  );
  const items = rows.slice(0, first).map(({ entity }) => entity);
  return {
    items,
    cursors: items.map(({ name, id }) => writeCursor({ key: name, id })),
    hasNextPage: rows.length > first,
  };
}

export async function countEntities(db: Database, filter: EntityFilter = {}): Promise<number> {
  const { conditions, parameters } = filterConditions(filter);
  const restricted = Object.keys(parameters).length > 0;
  const [row] = await db.read<{ count: number }>(
    `MATCH (e:Entity) ${restricted ? `WHERE ${conditions.join(' AND ')}` : ''} RETURN count(e) AS count`,
    parameters,
  );
  return row?.count ?? 0;
}

function filterConditions({ ids, types, nameStartsWith, source }: EntityFilter): {
  conditions: string[];
  parameters: Parameters;
} {
  const conditions = ['e.name IS NOT NULL', 'e.id IS NOT NULL']; // what makes the index on (name, id) usable
  const parameters: Parameters = {};
  if (ids) {
    conditions.push('e.id IN $ids');
    parameters['ids'] = ids;
  }
  if (types?.length) {
    conditions.push('all(type IN $types WHERE type IN e.types)');
    parameters['types'] = types;
  }
  if (nameStartsWith) {
    // A range, and not STARTS WITH, so that the cursor narrows the same range of the index.
    conditions.push('e.name >= $prefix', 'e.name <= $prefixEnd');
    Object.assign(parameters, { prefix: nameStartsWith, prefixEnd: `${nameStartsWith}\u{10ffff}` });
  }
  if (source) {
    conditions.push('e.source = $source');
    parameters['source'] = source;
  }
  return { conditions, parameters };
}
