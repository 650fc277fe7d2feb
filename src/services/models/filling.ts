import { rm } from 'node:fs/promises';
import type { Database } from '../../graph/database';
import { readVectors, vectorVersions } from '../../graph/vectors';
import { keepInSnapshot, pieceOf, readSnapshot, rowsOf, type SnapshotPiece } from './snapshot';

/** Vectors read from the store in one statement. */
const chunk = 2_000;

export interface FillRequest {
  readonly db: Database;
  /** the model's property of entities */
  readonly property: string;
  readonly dimension: number;
  /** of the snapshot */
  readonly file: string;
  readonly take: (piece: SnapshotPiece) => Promise<void>;
}

/**
 * Every vector the store holds of a model, piece by piece: from the snapshot what has not changed since, the rest from
 * the store, and into the snapshot for the next time.
 */
export async function fill({ db, property, dimension, file, take }: FillRequest): Promise<void> {
  const wanted = await vectorVersions(db, property);
  const total = wanted.size;
  let inSnapshot = 0;
  for await (const piece of readSnapshot(file, dimension)) {
    inSnapshot += piece.ids.length;
    // An entity taken is wanted no more: another process may have appended it a second time.
    const usable = rowsOf(piece, dimension).filter(
      ({ id, version }) => wanted.get(id) === version && wanted.delete(id),
    );
    await take(pieceOf(usable, dimension));
  }
  const missing = [...wanted.keys()];
  for (let at = 0; at < missing.length; at += chunk) {
    const rows = await readVectors(db, [property], missing.slice(at, at + chunk));
    const having = rows.flatMap(({ id, version, vectors }) =>
      vectors[0] ? [{ id, version, vector: vectors[0] }] : [],
    );
    const piece = pieceOf(having, dimension);
    await take(piece);
    await keepInSnapshot(file, piece);
  }
  const isMostlyStale = inSnapshot + missing.length > 2 * total + chunk;
  if (isMostlyStale) await rm(file, { force: true });
}
