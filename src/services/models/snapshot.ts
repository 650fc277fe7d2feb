import { appendFile, mkdir, open, truncate } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { log } from '../../shared/log';
import { rowOf } from '../../shared/vectors';

/**
 * A model's vectors in a file, for a process that starts: reading 118,000 × 384 values from Neo4j takes a quarter of a
 * minute, from here a second. It is a cache of rows the store once held: a reader takes a row only where the store
 * still has its entity at that very version, and reads the rest from the store. Pieces are appended whole, each with
 * its checksum; from the first damaged one on the file is cut off.
 */
export interface SnapshotPiece {
  readonly ids: readonly string[];
  /** the entities' `updatedAt` */
  readonly versions: readonly number[];
  /** `[ids.length, dimension]`, row-major */
  readonly vectors: Float32Array;
}

/** Marker, number of rows, bytes of the JSON list of ids and versions, CRC-32 of these and of what follows; little-endian. */
const headerBytes = 16;
const marker = 0x31_56_53_4b; // "KSV1"
/** No writer makes larger pieces: more comes of damage. */
const mostBytes = 1 << 28;

/** Another training has another hash, so a name that is used again cannot find an older model's vectors. */
export function snapshotFile(dataFolder: string, modelId: string, sha256: string | null): string {
  return path.join(dataFolder, 'vectors', `${modelId}-${sha256?.slice(0, 16)}.vectors`);
}

/** Append a piece; a full disk costs the next start its time and this process nothing. */
export async function keepInSnapshot(file: string, piece: SnapshotPiece): Promise<void> {
  if (piece.ids.length === 0) return;
  await append(file, piece).catch((error: unknown) =>
    log.warn({ err: error, file }, 'vectors could not be kept for the next start'),
  );
}

async function append(file: string, { ids, versions, vectors }: SnapshotPiece): Promise<void> {
  const list = Buffer.from(JSON.stringify([ids, versions]));
  const values = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(marker, 0);
  header.writeUInt32LE(ids.length, 4);
  header.writeUInt32LE(list.length, 8);
  header.writeUInt32LE(crc32(values, crc32(list, crc32(header.subarray(0, 12)))), 12);
  await mkdir(path.dirname(file), { recursive: true });
  await appendFile(file, Buffer.concat([header, list, values]));
}

/** The pieces in the order they were written; none where there is no file. */
export async function* readSnapshot(file: string, dimension: number): AsyncGenerator<SnapshotPiece> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    for (let at = 0; at < size;) {
      const header = Buffer.alloc(headerBytes);
      await handle.read(header, 0, headerBytes, at);
      const [mark, rows, listBytes, sum] = [0, 4, 8, 12].map((offset) => header.readUInt32LE(offset));
      const bytes = listBytes! + rows! * dimension * Float32Array.BYTES_PER_ELEMENT;
      const body = mark === marker && bytes <= mostBytes ? Buffer.alloc(bytes) : undefined;
      const read = body && (await handle.read(body, 0, bytes, at + headerBytes)).bytesRead;
      if (!body || read !== bytes || crc32(body, crc32(header.subarray(0, 12))) !== sum)
        return await truncate(file, at);
      const [ids, versions] = JSON.parse(body.toString('utf8', 0, listBytes)) as [string[], number[]];
      yield {
        ids,
        versions,
        vectors: new Float32Array(body.buffer.slice(body.byteOffset + listBytes!, body.byteOffset + bytes)),
      };
      at += headerBytes + bytes;
    }
  } finally {
    await handle.close();
  }
}

/** One row of a piece. */
export interface SnapshotRow {
  readonly id: string;
  readonly version: number;
  /** `[dimension]` */
  readonly vector: ArrayLike<number>;
}

export function rowsOf({ ids, versions, vectors }: SnapshotPiece, dimension: number): SnapshotRow[] {
  return ids.map((id, row) => ({
    id,
    version: versions[row]!,
    vector: rowOf(vectors, row, dimension),
  }));
}

export function pieceOf(rows: readonly SnapshotRow[], dimension: number): SnapshotPiece {
  const vectors = new Float32Array(rows.length * dimension);
  rows.forEach(({ vector }, row) => vectors.set(vector, row * dimension));
  return { ids: rows.map(({ id }) => id), versions: rows.map(({ version }) => version), vectors };
}
