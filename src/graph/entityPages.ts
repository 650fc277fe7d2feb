import { type Place, readCursor, writeCursor } from './cursors';
import { type Database, int, type Parameters } from './database';
import { entityConditions, entityFields, isWhole } from './entities';
import type { Entity, EntityFilter, Page } from './types';

/**
 * The entities that pass the filter, by name, then id (in the order of Unicode code points); `first` of them after
 * the cursor.
 *
 * @throws BAD_INPUT for a cursor of another list, or of none
 */
export async function pageEntities(
  db: Database,
  filter: EntityFilter,
  first: number,
  after?: string,
): Promise<Page<Entity>> {
  const place = after === undefined ? undefined : readCursor('entities', after);
  const rows = filter.ids
    ? await readListed(db, filter, place)
    : await readInOrder(db, filter, place, first + 1);
  const items = rows.slice(0, first).filter(isWhole); // others are being deleted
  return {
    items,
    cursors: items.map(({ name, id }) => writeCursor('entities', { key: name, id })),
    hasNextPage: rows.length > first,
  };
}

/**
 * Read along the index on (name, id). Each condition on the place must become a range of that index: its order is by
 * code point, while Neo4j's `>` between a stored text and a parameter goes by UTF-16 unit, and the two differ for
 * characters beyond U+FFFF.
 */
async function readInOrder(
  db: Database,
  filter: EntityFilter,
  place: Place | undefined,
  limit: number,
): Promise<Entity[]> {
  const { conditions, parameters } = entityConditions(filter);
  const { nameStartsWith: prefix = '' } = filter;
  if (prefix) conditions.push('e.name <= $prefixEnd');
  const fromStart = part(['e.name >= $prefix', 'e.id IS NOT NULL', ...conditions], 1);
  const onward = [
    part(['e.name = $afterName', 'e.id > $afterId', ...conditions], 0),
    part(['e.name > $afterName', 'e.id IS NOT NULL', ...conditions], 1),
  ].join(' UNION ALL ');
  const insidePrefix = place && !comesBefore(place.key, prefix);
  return read(
    db,
    `CALL () { ${insidePrefix ? onward : fromStart} } WITH e ORDER BY part, e.name, e.id LIMIT $limit`,
    {
      ...parameters,
      afterName: place?.key,
      afterId: place?.id,
      prefix,
      prefixEnd: `${prefix}\u{10ffff}`,
      limit: int(limit),
    },
  );
}

function part(conditions: string[], number: number): string {
  return `
    MATCH (e:Entity) USING INDEX SEEK e:Entity(name, id)
    WHERE ${conditions.join(' AND ')}
    RETURN e, ${number} AS part ORDER BY e.name, e.id LIMIT $limit`;
}

/** All listed entities that pass, after the place: a list is short, so it is cut here. */
async function readListed(db: Database, filter: EntityFilter, place: Place | undefined): Promise<Entity[]> {
  const { conditions, parameters } = entityConditions(filter);
  if (filter.nameStartsWith) conditions.push('e.name STARTS WITH $prefix');
  const entities = await read(
    db,
    `MATCH (e:Entity) WHERE ${conditions.join(' AND ')} WITH e ORDER BY e.name, e.id`,
    { ...parameters, prefix: filter.nameStartsWith },
  );
  if (!place) return entities;
  return entities.filter(
    ({ name, id }) => comesBefore(place.key, name) || (name === place.key && comesBefore(place.id, id)),
  );
}

async function read(db: Database, matched: string, parameters: Parameters): Promise<Entity[]> {
  const rows = await db.read<{ entity: Entity }>(
    // The projection in a subquery of its own: or else all parts of every entity on the way are read.
    `${matched} CALL (e) { RETURN ${entityFields} AS entity } RETURN entity`,
    parameters,
  );
  return rows.map(({ entity }) => entity);
}

/** In the order of code points, which is that of UTF-8 bytes and not that of JavaScript's `<`. */
function comesBefore(text: string, other: string): boolean {
  return Buffer.compare(Buffer.from(text), Buffer.from(other)) < 0;
}
