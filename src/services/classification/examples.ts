import type { Database } from '../../graph/database';
import { streamTypes } from '../../graph/entities';
import type { TypedVectors } from '../../models/classification/typeClassifier';
import { Random } from '../../shared/random';
import type { ServedModel } from '../models';

/** Entities that types are learned from at most; more take longer and say little more. */
export const mostEntities = 20_000;

/** Vectors asked for between two turns of the event loop. */
const chunk = 500;

/** Entities with types and their vectors: all, or a sample where they are many. */
export async function typedVectors(
  db: Database,
  { candidates }: ServedModel,
  most = mostEntities,
): Promise<TypedVectors> {
  const entities = await sample(streamTypes(db), most);
  const { dimension } = candidates;
  const vectors = new Float32Array(entities.length * dimension);
  const types: string[][] = [];
  for (let at = 0; at < entities.length; at += chunk) {
    const asked = entities.slice(at, at + chunk);
    const found = await Promise.all(asked.map(({ id }) => candidates.vectorOf(id)));
    for (const [i, vector] of found.entries()) {
      if (!vector) continue; // it still waits for one
      vectors.set(vector, types.length * dimension);
      types.push(asked[i]!.types);
    }
  }
  return { vectors: vectors.slice(0, types.length * dimension), dimension, types };
}

/** Each row as likely as any other, the same for the same rows (Vitter 1985, algorithm R). */
async function sample<T>(rows: AsyncIterable<T>, most: number): Promise<T[]> {
  const random = Random.of(0, 'sample of entities');
  const kept: T[] = [];
  let seen = 0;
  for await (const row of rows) {
    seen++;
    if (kept.length < most) kept.push(row);
    else {
      const place = random.below(seen);
      if (place < most) kept[place] = row;
    }
  }
  return kept;
}
