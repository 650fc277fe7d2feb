import { KindredError, notFound } from '../shared/errors';
import type { Run } from './database';
import { lockEntities, lockRelations } from './locks';
import { unknownRelation } from './relations';
import type { StoredTriple, Triple } from './types';

/**
 * Add triples; those that exist keep their provenance.
 *
 * @throws NOT_FOUND naming the first entity or relation that is unknown; nothing is written
 */
export async function addTriples(
  run: Run,
  triples: readonly StoredTriple[],
): Promise<{ added: number; existing: number }> {
  const distinct = distinctTriples(triples);
  const ends = endsOf(distinct);
  const relations = distinct.map(({ relation }) => relation);
  const known = await lockRelations(run, relations);
  const stranger = firstUnknown(ends, await lockEntities(run, ends));
  if (stranger !== undefined) throw notFound('entity', stranger);
  const unknown = firstUnknown(relations, known);
  if (unknown !== undefined) throw await unknownRelation(run, unknown);
  // `fresh` lives inside this transaction only; it tells what MERGE made from what it found.
  const rows = await run<{ fresh: boolean }>(
    `UNWIND $triples AS row
     MATCH (head:Entity {id: row.head})
     MATCH (tail:Entity {id: row.tail})
     MERGE (head)-[t:TRIPLE {relation: row.relation}]->(tail)
     ON CREATE SET t.source = row.source, t.by = row.by, t.at = datetime(row.at).epochMillis, t.fresh = true,
       head.linkedAt = timestamp(), tail.linkedAt = timestamp()
     WITH t, t.fresh IS NOT NULL AS fresh
     REMOVE t.fresh
     RETURN fresh`,
    { triples: distinct },
  );
  if (rows.length < distinct.length) {
    throw new KindredError(
      'CONFLICT',
      'An entity of these triples was deleted meanwhile. Nothing was added; look again.',
    );
  }
  const added = rows.filter(({ fresh }) => fresh).length;
  return { added, existing: triples.length - added };
}

/** Remove triples; those that are not there are counted as missing. */
export async function removeTriples(
  run: Run,
  triples: readonly Triple[],
): Promise<{ removed: number; missing: number }> {
  const distinct = distinctTriples(triples);
  await lockEntities(run, endsOf(distinct)); // two that remove the same triple would both count it
  const rows = await run<{ removed: number }>(
    `UNWIND $triples AS row
     MATCH (head:Entity {id: row.head})-[t:TRIPLE {relation: row.relation}]->(tail:Entity {id: row.tail})
     SET head.linkedAt = timestamp(), tail.linkedAt = timestamp()
     DELETE t
     RETURN count(*) AS removed`,
    { triples: distinct },
  );
  const removed = rows[0]?.removed ?? 0;
  return { removed, missing: triples.length - removed };
}

function endsOf(triples: readonly Triple[]): string[] {
  return triples.flatMap(({ head, tail }) => [head, tail]);
}

function firstUnknown(ids: readonly string[], known: ReadonlySet<string>): string | undefined {
  return ids.find((id) => !known.has(id));
}

function distinctTriples<T extends Triple>(triples: readonly T[]): T[] {
  const key = ({ head, relation, tail }: Triple) => JSON.stringify([head, relation, tail]);
  return [...new Map(triples.map((triple) => [key(triple), triple])).values()];
}
