import { KindredError } from '../shared/errors';
import type { Database } from './database';
import { identifier } from './vectors';

/** Cosine, without quantisation, which would cost recall; Neo4j fills it in the background. */
export async function createVectorIndex(db: Database, property: string, dimension: number): Promise<void> {
  const name = identifier(property);
  await db.autoCommit(
    `CREATE VECTOR INDEX ${name} IF NOT EXISTS FOR (e:Entity) ON e.${name}
     OPTIONS { indexConfig: {
       \`vector.dimensions\`: ${Math.trunc(dimension)}, \`vector.similarity_function\`: 'cosine',
       \`vector.quantization.enabled\`: false
     } }`,
  );
}

export async function dropVectorIndex(db: Database, property: string): Promise<void> {
  await db.autoCommit(`DROP INDEX ${identifier(property)} IF EXISTS`);
}

/**
 * How much of the index is filled, in per cent; 100 when it answers queries.
 *
 * @throws INTERNAL when Neo4j gave up on it
 */
export async function vectorIndexFilled(db: Database, property: string): Promise<number> {
  const [index] = await db.read<{ state: string; filled: number }>(
    `SHOW VECTOR INDEXES YIELD name, state, populationPercent WHERE name = $property
     RETURN state, populationPercent AS filled`,
    { property },
  );
  if (!index || index.state === 'FAILED') {
    throw new KindredError('INTERNAL', `Neo4j could not fill the vector index ${property}: see its log.`);
  }
  return index.state === 'ONLINE' ? 100 : Math.min(99, Math.floor(index.filled));
}
