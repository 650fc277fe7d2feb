import { type Database, int } from './database';
import type { EntityVersion } from './vectors';

/** What a search looks for in an entity. */
export interface SearchTexts {
  readonly id: string;
  /** the time of the last change of the entity or its triples, milliseconds since 1970 */
  readonly version: number;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly description: string;
  readonly types: readonly string[];
  /** names of entities that triples link it to, the first of them by id */
  readonly related: readonly string[];
  /** ids of the relations of its triples */
  readonly relations: readonly string[];
  /** how many triples it has */
  readonly triples: number;
}

/** Related names that are read of an entity: a hub has a hundred thousand, and is not found by them. */
const mostRelated = 50;

const version = `CASE WHEN e.linkedAt > e.updatedAt THEN e.linkedAt ELSE e.updatedAt END`;

const searchTexts = `
  CALL (e) {
    OPTIONAL MATCH (e)-[t:TRIPLE]-(other:Entity)
    WITH t, other ORDER BY other.id
    RETURN collect(DISTINCT other.name)[0..$mostRelated] AS related, collect(DISTINCT t.relation) AS relations
  }
  RETURN e.id AS id, ${version} AS version, e.name AS name, e.aliases AS aliases, e.description AS description,
    e.types AS types, related, relations, COUNT { (e)-[:TRIPLE]-() } AS triples`;

/** Of all entities, in no order. */
export function streamSearchTexts(db: Database): AsyncGenerator<SearchTexts> {
  return db.stream(`MATCH (e:Entity) ${searchTexts}`, { mostRelated: int(mostRelated) });
}

/** Of those that exist. */
export function readSearchTexts(db: Database, ids: readonly string[]): Promise<SearchTexts[]> {
  return db.read(`UNWIND $ids AS id MATCH (e:Entity {id: id}) ${searchTexts}`, {
    ids: [...new Set(ids)],
    mostRelated: int(mostRelated),
  });
}

/** What has changed in what a search looks for. */
export interface SearchChanges {
  /** the store's clock, milliseconds since 1970 */
  readonly now: number;
  readonly changed: readonly EntityVersion[];
  readonly deleted: readonly EntityVersion[];
}

/** @param since as in `changesSince` */
export async function searchChangesSince(db: Database, since: number): Promise<SearchChanges> {
  const rows = await db.read<SearchChanges>(
    `CALL () {
       MATCH (e:Entity) WHERE e.updatedAt > $since RETURN e
       UNION
       MATCH (e:Entity) WHERE e.linkedAt > $since RETURN e
     }
     WITH collect({id: e.id, version: ${version}}) AS changed
     CALL () {
       MATCH (gone:Tombstone) WHERE gone.at > $since
       RETURN collect({id: gone.id, version: gone.at}) AS deleted
     }
     RETURN timestamp() AS now, changed, deleted`,
    { since: int(since) },
  );
  return rows[0]!;
}
