import { type Database, int } from '../../src/graph/database';

const adjectives = ['small', 'large', 'young', 'mobile'];
const nouns = ['dog', 'cat', 'tree', 'house', 'telephone', 'animal', 'water', 'fire', 'earth', 'air'];

/**
 * A graph small enough to train on in seconds: entities named after the tiny encoder's words, each linked to those
 * that come a little later. The same size always gives the same graph.
 */
export async function tinyGraph(db: Database, entities = 60): Promise<void> {
  const rows = Array.from({ length: entities }, (_, i) => ({
    id: `t:${String(i).padStart(5, '0')}`,
    name: `${adjectives[i % 4]} ${nouns[i % 10]} ${i}`,
    description: `the ${nouns[(i * 7) % 10]} of the ${adjectives[(i * 3) % 4]} ${nouns[(i * 11) % 10]}`,
  }));
  await db.write(
    `UNWIND $rows AS row
     CREATE (e:Entity {
       id: row.id, name: row.name, aliases: [], description: row.description, examples: [], types: [], language: 'en',
       source: 'tiny', revision: 1, createdAt: datetime(), updatedAt: timestamp(), createdBy: 'a test'
     })`,
    { rows },
  );
  const triples = Array.from({ length: Math.min(entities, 200) * 3 }, (_, i) => ({
    head: rows[i % entities]!.id,
    tail: rows[(i + 1 + (i % 3)) % entities]!.id,
    relation: ['near', 'over'][i % 2],
  }));
  await db.write(
    `UNWIND $triples AS triple
     MERGE (r:Relation {id: triple.relation}) ON CREATE SET r.name = triple.relation, r.description = ''
     WITH triple
     MATCH (h:Entity {id: triple.head}), (t:Entity {id: triple.tail})
     MERGE (h)-[link:TRIPLE {relation: triple.relation}]->(t)
     ON CREATE SET link.source = 'imported', link.by = 'a test', link.at = timestamp()`,
    { triples },
  );
}

/** How many entities have a vector of `dimension` values under the property. */
export async function countVectors(db: Database, property: string, dimension: number): Promise<number> {
  const rows = await db.read<{ vectors: number }>(
    'MATCH (e:Entity) WHERE size(e[$property]) = $dimension RETURN count(e) AS vectors',
    { property, dimension: int(dimension) },
  );
  return rows[0]!.vectors;
}
