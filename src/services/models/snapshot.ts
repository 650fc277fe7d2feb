import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { writeFileAtomically } from '../../shared/files';

/** A model's vectors as the store held them, `versions[i]` being the `updatedAt` of `ids[i]`. */
export interface Snapshot {
  readonly ids: string[];
  readonly versions: number[];
  /** `[ids.length, dimension]` */
  readonly vectors: Float32Array;
}

/** Tells the snapshot of one training from that of another with the same name. */
export interface SnapshotKey {
  readonly model: string;
  readonly sha256: string | null;
  readonly dimension: number;
}

type Listing = SnapshotKey & Omit<Snapshot, 'vectors'> & { readonly values: string };

/** Node reads and writes at most 2 GiB at once. */
const block = 1 << 28;

/**
 * Reading 118,000 × 384 values from Neo4j takes a quarter of a minute, from a file half a second. The file is a cache
 * only: a row whose version is not the store's is read from the store, and a snapshot that cannot be used is ignored.
 */
export function readSnapshot(folder: string, key: SnapshotKey): Snapshot | undefined {
  try {
    const listing = JSON.parse(fs.readFileSync(listingFile(folder, key), 'utf8')) as Listing;
    const { ids, versions, values, sha256, dimension } = listing;
    const file = path.join(folder, path.basename(values));
    const vectors = new Float32Array(ids.length * key.dimension);
    if (sha256 !== key.sha256 || dimension !== key.dimension || versions.length !== ids.length)
      return undefined;
    if (fs.statSync(file).size !== vectors.byteLength) return undefined;
    inBlocks(file, 'r', vectors, fs.readSync);
    return { ids, versions, vectors };
  } catch {
    return undefined;
  }
}

/** The listing names its file of values and is moved into place last: half a snapshot is none. */
export function writeSnapshot(folder: string, key: SnapshotKey, { ids, versions, vectors }: Snapshot): void {
  fs.mkdirSync(folder, { recursive: true });
  const values = `${key.model}.${randomUUID()}.f32`;
  inBlocks(path.join(folder, values), 'w', vectors, fs.writeSync);
  writeFileAtomically(
    listingFile(folder, key),
    JSON.stringify({ ...key, ids, versions, values } satisfies Listing),
  );
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(`${key.model}.`) && name.endsWith('.f32') && name !== values)
      fs.rmSync(path.join(folder, name));
  }
}

function listingFile(folder: string, { model }: SnapshotKey): string {
  return path.join(folder, `${model}.json`);
}

type Transfer = (file: number, bytes: Uint8Array, offset: number, length: number, position: number) => number;

function inBlocks(file: string, mode: 'r' | 'w', vectors: Float32Array, transfer: Transfer): void {
  const bytes = new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const handle = fs.openSync(file, mode);
  try {
    for (let at = 0; at < bytes.length;) {
      const moved = transfer(handle, bytes, at, Math.min(block, bytes.length - at), at);
      if (moved === 0) throw new Error(`${file} is shorter than its listing says`);
      at += moved;
    }
  } finally {
    fs.closeSync(handle);
  }
}
