import { readCursor, writeCursor } from './cursors';
import { type Database, int } from './database';
import type { Direction, NeighbourKey, Page, StoredTriple } from './types';

/** What one statement answers: the keys that differ in their entity only. */
interface Group extends Omit<NeighbourKey, 'entity'> {
  entities: Set<string>;
}

/** The store keeps times of triples as milliseconds since 1970. */
type TripleRow = Omit<StoredTriple, 'at'> & { at: number };

/**
 * Triples that leave or reach entities, by relation, then the other entity's id. Keys that ask for the same relation,
 * `first` and cursor share one statement, whatever their number. An unknown entity has none.
 *
 * @returns a page a key, in the order of the keys
 * @throws BAD_INPUT for a cursor of another list, or of none
 */
export async function neighbours(
  db: Database,
  direction: Direction,
  keys: readonly NeighbourKey[],
): Promise<Page<StoredTriple>[]> {
  const groups = new Map<string, Group>();
  for (const key of keys) {
    const name = groupName(key);
    if (!groups.has(name)) groups.set(name, { ...key, entities: new Set() });
    groups.get(name)!.entities.add(key.entity);
  }
  const answers = await Promise.all(
    [...groups].map(async ([name, group]) => [name, await readGroup(db, direction, group)] as const),
  );
  const found = new Map(answers);
  return keys.map(
    (key) => found.get(groupName(key))?.get(key.entity) ?? { items: [], cursors: [], hasNextPage: false },
  );
}

function groupName({ relation, first, after }: Omit<NeighbourKey, 'entity'>): string {
  return JSON.stringify([relation ?? null, first, after ?? null]);
}

/**
 * `text + ''`: two stored texts compare by code point, a stored one and a parameter by UTF-16 unit, which differ for
 * characters beyond U+FFFF. A computed text compares by UTF-16 unit always, so that cursors and order agree.
 */
async function readGroup(
  db: Database,
  direction: Direction,
  { entities, relation, first, after }: Group,
): Promise<Map<string, Page<StoredTriple>>> {
  const outgoing = direction === 'outgoing';
  const conditions = ['true'];
  if (relation !== undefined) conditions.push('t.relation = $relation');
  const place = after === undefined ? undefined : readCursor(direction, after);
  if (place) conditions.push('(key > $afterKey OR (key = $afterKey AND id > $afterId))');

  const rows = await db.read<{ entity: string; triples: TripleRow[] }>(
    `UNWIND $entities AS entity
     MATCH (e:Entity {id: entity})
     CALL (e) {
       MATCH ${outgoing ? '(e)-[t:TRIPLE]->(other:Entity)' : '(e)<-[t:TRIPLE]-(other:Entity)'}
       WITH t, other, t.relation + '' AS key, other.id + '' AS id  // see below
       WHERE ${conditions.join(' AND ')}
       WITH t, other ORDER BY key, id LIMIT $limit
       RETURN collect({
         head: ${outgoing ? 'e.id' : 'other.id'}, relation: t.relation, tail: ${outgoing ? 'other.id' : 'e.id'},
         source: t.source, by: t.by, at: t.at
       }) AS triples
     }
     RETURN entity, triples`,
    {
      entities: [...entities],
      relation: relation ?? null,
      afterKey: place?.key ?? null,
      afterId: place?.id ?? null,
      limit: int(first + 1),
    },
  );
  return new Map(rows.map(({ entity, triples }) => [entity, pageOf(triples, direction, first)]));
}

/** One that another transaction deletes while it is read comes with some parts missing. */
function isWhole(triple: TripleRow): boolean {
  return !Object.values<unknown>(triple).includes(null);
}

function pageOf(triples: TripleRow[], direction: Direction, first: number): Page<StoredTriple> {
  const items = triples
    .slice(0, first)
    .filter(isWhole)
    .map((triple) => ({ ...triple, at: new Date(triple.at).toISOString() }));
  return {
    items,
    cursors: items.map(({ head, relation, tail }) =>
      writeCursor(direction, { key: relation, id: direction === 'outgoing' ? tail : head }),
    ),
    hasNextPage: triples.length > first,
  };
}
