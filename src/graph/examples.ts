import type { Database } from './database';

/** An entity to show something with. */
export interface ExampleEntity {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** An entity of the store, one with a description if a quick look finds one; undefined in an empty store. */
export async function exampleEntity(db: Database): Promise<ExampleEntity | undefined> {
  return first(db, 'MATCH (e:Entity)');
}

/** A head of a triple with the relation; likewise. */
export async function exampleHead(db: Database, relation: string): Promise<ExampleEntity | undefined> {
  return first(db, 'MATCH (e:Entity)-[:TRIPLE {relation: $relation}]->(:Entity)', relation);
}

/** Not all are looked at: a graph may be large and have no descriptions. */
async function first(db: Database, match: string, relation?: string): Promise<ExampleEntity | undefined> {
  const [entity] = await db.read<ExampleEntity>(
    `${match} WITH e LIMIT 1000
     RETURN e.id AS id, e.name AS name, e.description AS description
     ORDER BY e.description = '', size(e.name), e.id LIMIT 1`,
    { relation },
  );
  return entity;
}
