import { KindredError, notFound, quoted } from '../shared/errors';
import { knownOnes } from '../shared/spelling';
import type { Database, Run } from './database';
import { lockRelations } from './locks';
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
  await run("CREATE (r:Relation) SET r = $relation, r.source = 'curated'", { relation });
  return relation;
}

/** @throws NOT_FOUND naming those whose ids are nearest */
export async function updateRelation(
  run: Run,
  id: string,
  changes: Partial<Omit<Relation, 'id'>>,
): Promise<Relation> {
  const [relation] = await run<Relation>(
    `MATCH (r:Relation {id: $id}) SET r += $changes, r.source = 'curated'
     RETURN r.id AS id, r.name AS name, r.description AS description`,
    { id, changes },
  );
  if (relation) return relation;
  throw await unknownRelation(run, id);
}

/** Triples that one transaction deletes with their relation. */
const mostTriples = 100_000;

/**
 * Remove a relation with its triples.
 *
 * @param most how many triples may go with it
 * @returns what it was, and the ids of the entities that its triples linked
 * @throws NOT_FOUND naming those whose ids are nearest; CONFLICT when it has more triples
 */
export async function deleteRelation(
  run: Run,
  id: string,
  most: number,
): Promise<{ relation: Relation; ends: string[] }> {
  if (!(await lockRelations(run, [id])).has(id)) throw await unknownRelation(run, id);
  const [found] = await run<{ triples: number }>(
    'MATCH ()-[t:TRIPLE {relation: $id}]->() RETURN count(t) AS triples',
    { id },
  );
  const { triples } = found!;
  if (triples > mostTriples || triples > most) throw hasTriples(id, triples);
  const rows = await run<{ ends: string[] }>(
    `MATCH (head:Entity)-[t:TRIPLE {relation: $id}]->(tail:Entity)
     SET head.linkedAt = timestamp(), tail.linkedAt = timestamp()
     DELETE t
     RETURN DISTINCT [head.id, tail.id] AS ends`,
    { id },
  );
  const [relation] = await run<Relation>(
    `MATCH (r:Relation {id: $id})
     WITH r, r.id AS id, r.name AS name, r.description AS description
     DELETE r
     RETURN id, name, description`,
    { id },
  );
  return { relation: relation!, ends: [...new Set(rows.flatMap(({ ends }) => ends))] };
}

function hasTriples(id: string, triples: number): KindredError {
  const advice =
    triples > mostTriples
      ? `At most ${mostTriples} can be deleted with it: remove triples first.`
      : `To delete them with it, say that so many may go: withTriples: ${triples}.`;
  return new KindredError('CONFLICT', `There are ${triples} triples of ${quoted(id)}. ${advice}`, {
    id,
    triples,
  });
}

/** NOT_FOUND, naming those whose ids are nearest. */
export async function unknownRelation(run: Run, id: string): Promise<KindredError> {
  const rows = await run<{ id: string }>('MATCH (r:Relation) RETURN r.id AS id');
  const ids = rows.map((row) => row.id);
  return notFound('relation', id, knownOnes('relation', id, ids));
}
