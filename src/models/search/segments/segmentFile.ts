import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { z } from 'zod';
import { KindredError } from '../../../shared/errors';
import { writeFileAtomically } from '../../../shared/files';
import { fields } from '../document';
import type { Segment } from './segment';

/**
 * Marker and version, the length of the header, the SHA-256 of all that follows; the header, as JSON; from the next
 * multiple of 8 on the arrays.
 */
const marker = 'KSEG0002';
const hashAt = marker.length + 4;
const headerAt = hashAt + 32;

const kinds = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const headerSchema = z.strictObject({
  fields: z.array(z.string()),
  arrays: z.record(
    z.string(),
    z.strictObject({ kind: z.enum(['u8', 'u16', 'u32', 'f64']), at: z.number(), length: z.number() }),
  ),
});

/** A segment as one file, to be read in one go. */
export function writeSegment(file: string, segment: Segment): void {
  const all = arraysOf(segment);
  const arrays: z.infer<typeof headerSchema>['arrays'] = {};
  let at = 0;
  for (const [name, values] of Object.entries(all)) {
    arrays[name] = { kind: kindOf(values), at, length: values.length };
    at = aligned(at + values.byteLength);
  }
  const body = Buffer.alloc(at);
  for (const [name, values] of Object.entries(all)) body.set(bytesOf(values), arrays[name]!.at);
  const header = Buffer.from(JSON.stringify({ fields, arrays }));
  const start = Buffer.alloc(aligned(headerAt + header.length));
  start.write(marker, 0, 'latin1');
  start.writeUInt32LE(header.length, marker.length);
  start.set(header, headerAt);
  const whole = Buffer.concat([start, body]);
  whole.set(hashOf(whole.subarray(headerAt)), hashAt);
  writeFileAtomically(file, whole);
}

/** @throws CORRUPT_FILE when it cannot be read, or is not what was written */
export function readSegment(file: string): Segment {
  try {
    return parse(file);
  } catch (cause) {
    throw new KindredError(
      'CORRUPT_FILE',
      `${file} does not hold a part of a search index (${(cause as Error).message}). Delete it: the index is made again from the store.`,
      { file },
      { cause },
    );
  }
}

function parse(file: string): Segment {
  const bytes = readShared(file);
  const whole = Buffer.from(bytes.buffer as ArrayBuffer); // Node takes shared ones too
  if (whole.toString('latin1', 0, marker.length) !== marker) throw new Error('it is of another kind');
  if (!hashOf(whole.subarray(headerAt)).equals(whole.subarray(hashAt, headerAt)))
    throw new Error('it is damaged');
  const length = whole.readUInt32LE(marker.length);
  const header = headerSchema.parse(JSON.parse(whole.toString('utf8', headerAt, headerAt + length)));
  if (header.fields.join() !== fields.join()) throw new Error('it has other fields');
  const start = aligned(headerAt + length);
  const array = <T extends Numbers>(name: string): T => {
    const { kind, at, length: count } = header.arrays[name]!;
    return new kinds[kind](bytes.buffer as ArrayBuffer, start + at, count) as Numbers as T;
  };
  const strings = (name: string) => ({
    bytes: array<Uint8Array>(`${name}.bytes`),
    at: array<Uint32Array>(`${name}.at`),
  });
  const postings = (name: string, count: number) => ({
    fields: count,
    documents: array<Uint32Array>(`${name}.documents`),
    firstBlock: array<Uint32Array>(`${name}.firstBlock`),
    lastDocument: array<Uint32Array>(`${name}.lastDocument`),
    bytesAt: array<Uint32Array>(`${name}.bytesAt`),
    positionsAt: array<Uint32Array>(`${name}.positionsAt`),
    greatestFrequency: array<Uint8Array>(`${name}.greatestFrequency`),
    leastLength: array<Uint16Array>(`${name}.leastLength`),
    bytes: array<Uint8Array>(`${name}.bytes`),
    positions: array<Uint8Array>(`${name}.positions`),
  });
  return {
    ids: strings('ids'),
    versions: array<Float64Array>('versions'),
    popularity: array<Uint32Array>('popularity'),
    names: {
      texts: strings('names.texts'),
      documents: array<Uint32Array>('names.documents'),
      kinds: array<Uint8Array>('names.kinds'),
    },
    lengths: array<Uint32Array>('lengths'),
    terms: strings('terms'),
    postings: postings('postings', fields.length),
    keys: strings('keys'),
    keyPostings: postings('keyPostings', 0),
  };
}

const contents = new WeakMap<Segment, string>();

/** A hash of all that a segment holds, computed once: it never changes. */
export function contentsOf(segment: Segment): string {
  const known = contents.get(segment);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for (const [name, values] of Object.entries(arraysOf(segment)))
    hash.update(`${name} ${values.byteLength}\n`).update(bytesOf(values));
  const found = hash.digest('hex').slice(0, 32);
  contents.set(segment, found);
  return found;
}

/** Every array of a segment by its path, as `postings.bytes`. */
function arraysOf(part: object, path: readonly string[] = []): Record<string, Numbers> {
  return Object.entries(part).reduce<Record<string, Numbers>>((all, [name, value]: [string, unknown]) => {
    const own = [...path, name];
    if (ArrayBuffer.isView(value)) return { ...all, [own.join('.')]: value as Numbers };
    return typeof value === 'object' && value ? { ...all, ...arraysOf(value, own) } : all;
  }, {});
}

/** The file's bytes in memory that threads share. */
function readShared(file: string): Uint8Array {
  const handle = fs.openSync(file, 'r');
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fs.fstatSync(handle).size));
    const most = 1 << 30; // one read of Linux takes less than 2 GiB
    for (let at = 0; at < bytes.length;) {
      const read = fs.readSync(handle, bytes, at, Math.min(most, bytes.length - at), at);
      if (read === 0) throw new Error('it is shorter than it was');
      at += read;
    }
    return bytes;
  } finally {
    fs.closeSync(handle);
  }
}

function kindOf(values: Numbers): keyof typeof kinds {
  return (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => values instanceof kinds[kind])!;
}

function bytesOf(values: Numbers): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
