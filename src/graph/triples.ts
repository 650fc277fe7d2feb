import type { Database } from './database';
import type { Triple } from './types';

/** Every triple, in no particular order, read in blocks: a graph may be larger than memory. */
export function streamTriples(db: Database): AsyncGenerator<Triple> {
  return db.stream<Triple>(`
    MATCH (head:Entity)-[t:TRIPLE]->(tail:Entity)
    RETURN head.id AS head, t.relation AS relation, tail.id AS tail`);
}

/** Ids of all tails that `head` has under `relation`. */
export async function knownTails(db: Database, head: string, relation: string): Promise<string[]> {
  const rows = await db.read<{ id: string }>(
    'MATCH (:Entity {id: $head})-[:TRIPLE {relation: $relation}]->(tail) RETURN tail.id AS id',
    { head, relation },
  );
  return rows.map(({ id }) => id);
}

/** Ids of all heads that have `tail` under `relation`. */
export async function knownHeads(db: Database, relation: string, tail: string): Promise<string[]> {
  const rows = await db.read<{ id: string }>(
    'MATCH (head)-[:TRIPLE {relation: $relation}]->(:Entity {id: $tail}) RETURN head.id AS id',
    { relation, tail },
  );
  return rows.map(({ id }) => id);
}

/** How many there are, from a counter of Neo4j's own. */
export async function countTriples(db: Database): Promise<number> {
  const [row] = await db.read<{ triples: number }>('MATCH ()-[t:TRIPLE]->() RETURN count(t) AS triples');
  return row?.triples ?? 0;
}

/** How many of the triples are stored. */
export async function countStored(db: Database, triples: readonly Triple[]): Promise<number> {
  const [row] = await db.read<{ triples: number }>(
    `UNWIND $triples AS triple
     MATCH (:Entity {id: triple.head})-[t:TRIPLE {relation: triple.relation}]->(:Entity {id: triple.tail})
     RETURN count(t) AS triples`,
    { triples },
  );
  return row?.triples ?? 0;
}
