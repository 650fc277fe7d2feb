import { KindredError, notFound, quoted } from '../shared/errors';
import { knownOnes } from '../shared/spelling';
import type { Database, Run } from './database';
import type { Relation } from './types';

/** All relations, by name, then id. A graph has tens to some thousands of them. */
export function listRelations(db: Database): Promise<Relation[]> {
  return db.read<Relation>(`
    MATCH (r:Relation)
    RETURN r.id AS id, r.name AS name, r.description AS description
    ORDER BY name, id`);
}

/** How many triples each relation has, by id. Reads all triples: about a second for a million. */
export async function countTriplesByRelation(db: Database): Promise<Map<string, number>> {
  const rows = await db.read<{ id: string; triples: number }>(
    'MATCH ()-[t:TRIPLE]->() RETURN t.relation AS id, count(t) AS triples',
  );
  return new Map(rows.map(({ id, triples }) => [id, triples]));
}

/** Those that exist, by id; unknown ids are left out. */
export async function findRelations(db: Database, ids: readonly string[]): Promise<Map<string, Relation>> {
  const rows = await db.read<Relation>(
    `UNWIND $ids AS id MATCH (r:Relation {id: id})
     RETURN r.id AS id, r.name AS name, r.description AS description`,
    { ids: [...new Set(ids)] },
  );
  return new Map(rows.map((relation) => [relation.id, relation]));
}

/**
 * Add a relation that is not there yet.
 *
 * @throws ALREADY_EXISTS
 */
export async function createRelation(run: Run, relation: Relation): Promise<Relation> {
  const taken = await run('MATCH (r:Relation {id: $id}) RETURN r.id AS id', { id: relation.id });
  if (taken.length > 0) {
    throw new KindredError(
      'ALREADY_EXISTS',
      `There already is a relation with id ${quoted(relation.id)}. Use it, or choose another id.`,
      { id: relation.id },
    );
  }
  await run('CREATE (r:Relation) SET r = $relation', { relation });
  return relation;
}

/** @throws NOT_FOUND naming those whose ids are nearest */
export async function updateRelation(
  run: Run,
  id: string,
  changes: Partial<Omit<Relation, 'id'>>,
): Promise<Relation> {
  const [relation] = await run<Relation>(
    `MATCH (r:Relation {id: $id}) SET r += $changes
     RETURN r.id AS id, r.name AS name, r.description AS description`,
    { id, changes },
  );
  if (relation) return relation;
  throw notFound('relation', id, knownOnes('relation', id, await relationIds(run)));
}

export async function relationIds(run: Run): Promise<string[]> {
  return (await run<{ id: string }>('MATCH (r:Relation) RETURN r.id AS id')).map(({ id }) => id);
}
