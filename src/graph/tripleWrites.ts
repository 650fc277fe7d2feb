import { KindredError, notFound } from '../shared/errors';
import type { Run } from './database';
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
  await requireKnown(
    run,
    'Entity',
    distinct.flatMap(({ head, tail }) => [head, tail]),
  );
  await requireKnown(
    run,
    'Relation',
    distinct.map(({ relation }) => relation),
  );
  // `fresh` lives inside this transaction only; it tells what MERGE made from what it found.
  const rows = await run<{ fresh: boolean }>(
    `UNWIND $triples AS row
     MATCH (head:Entity {id: row.head})
     MATCH (tail:Entity {id: row.tail})
     MERGE (head)-[t:TRIPLE {relation: row.relation}]->(tail)
     ON CREATE SET t.source = row.source, t.by = row.by, t.at = datetime(row.at).epochMillis, t.fresh = true
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
  const rows = await run<{ removed: number }>(
    `UNWIND $triples AS row
     MATCH (:Entity {id: row.head})-[t:TRIPLE {relation: row.relation}]->(:Entity {id: row.tail})
     DELETE t
     RETURN count(*) AS removed`,
    { triples: distinctTriples(triples) },
  );
  const removed = rows[0]?.removed ?? 0;
  return { removed, missing: triples.length - removed };
}

async function requireKnown(run: Run, label: 'Entity' | 'Relation', ids: string[]): Promise<void> {
  const distinct = [...new Set(ids)];
  const rows = await run<{ id: string }>(`UNWIND $ids AS id MATCH (n:${label} {id: id}) RETURN n.id AS id`, {
    ids: distinct,
  });
  const known = new Set(rows.map(({ id }) => id));
  const unknown = distinct.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound(label.toLowerCase(), unknown);
}

function distinctTriples<T extends Triple>(triples: readonly T[]): T[] {
  const key = ({ head, relation, tail }: Triple) => JSON.stringify([head, relation, tail]);
  return [...new Map(triples.map((triple) => [key(triple), triple])).values()];
}
