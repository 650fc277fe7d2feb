import fs from 'node:fs';
import { KindredError } from '../../shared/errors';

/** A tensor outside TensorFlow: row-major, float32. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** Longest header that is read, as in the reference implementation. */
const maxHeaderBytes = 100_000_000;

const bytesPerValue = { F32: 4, F16: 2, BF16: 2 } as const;
type Dtype = keyof typeof bytesPerValue;

interface Entry {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: number[];
  /** bytes from the end of the header */
  readonly start: number;
  readonly end: number;
}

/**
 * Read tensors from a safetensors file: eight bytes with the header's length, a JSON header, raw little-endian values.
 * Half precisions are widened to float32; tensors of other types (index buffers) are left out. Nothing in the file is
 * ever executed, and no memory is taken for more values than the file has.
 *
 * @param wanted says by name which tensors to read; all of them by default
 * @throws CORRUPT_FILE naming the file and the fault
 */
export function readSafetensors(file: string, wanted: (name: string) => boolean = () => true): Record<string, StoredTensor> {
  const fault = (what: string, cause?: unknown) =>
    new KindredError(
      'CORRUPT_FILE',
      `${file} is not a usable safetensors file: ${what}. Restore it from its source, or train the model again.`,
      { file },
      { cause },
    );
  let handle: number;
  try {
    handle = fs.openSync(file, 'r');
  } catch (cause) {
    throw fault(`it cannot be opened (${(cause as NodeJS.ErrnoException).code ?? 'unknown error'})`, cause);
  }
  try {
    const size = fs.fstatSync(handle).size;
    if (size < 8) throw fault(`it has ${size} bytes; the length of the header alone takes 8`);
    const headerBytes = Number(readBytes(handle, 0, 8).readBigUInt64LE());
    if (headerBytes > Math.min(maxHeaderBytes, size - 8)) {
      throw fault(`its header claims ${headerBytes} bytes, the file has ${size}`);
    }
    const entries = parseHeader(readBytes(handle, 8, headerBytes), size - 8 - headerBytes, fault);
    return Object.fromEntries(
      entries
        .filter(({ name }) => wanted(name))
        .map(({ name, dtype, shape, start, end }) => {
          const bytes = readBytes(handle, 8 + headerBytes + start, end - start);
          return [name, { shape, data: toFloat32(bytes, dtype) }];
        }),
    );
  } finally {
    fs.closeSync(handle);
  }
}

type Fault = (what: string, cause?: unknown) => KindredError;

function parseHeader(bytes: Buffer, dataBytes: number, fault: Fault): Entry[] {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw fault('its header is not JSON', cause);
  }
  if (!isRecord(header)) throw fault('its header is not a JSON object');
  const spans: { name: string; start: number; end: number }[] = [];
  const entries: Entry[] = [];
  for (const [name, value] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    if (!isRecord(value)) throw fault(`the entry of tensor ${JSON.stringify(name)} is not an object`);
    const { dtype, shape, data_offsets: offsets } = value;
    if (!isCountList(shape)) throw fault(`tensor ${JSON.stringify(name)} has no valid shape`);
    if (!isCountList(offsets) || offsets.length !== 2) throw fault(`tensor ${JSON.stringify(name)} has no valid offsets`);
    const [start, end] = offsets as [number, number];
    if (start > end || end > dataBytes) {
      throw fault(`tensor ${JSON.stringify(name)} lies at bytes ${start} to ${end} of ${dataBytes}`);
    }
    spans.push({ name, start, end });
    if (typeof dtype !== 'string') throw fault(`tensor ${JSON.stringify(name)} has no dtype`);
    if (!(dtype in bytesPerValue)) continue;
    const expected = shape.reduce((product, length) => product * length, 1) * bytesPerValue[dtype as Dtype];
    if (expected !== end - start) {
      throw fault(`tensor ${JSON.stringify(name)} of shape [${shape.join(', ')}] takes ${expected} bytes, not ${end - start}`);
    }
    entries.push({ name, dtype: dtype as Dtype, shape, start, end });
  }
  refuseGapsAndOverlaps(spans, dataBytes, fault);
  return entries;
}

/** Tensors must tile the data exactly: overlaps multiply a small file into much memory, gaps can hide anything. */
function refuseGapsAndOverlaps(spans: { name: string; start: number; end: number }[], dataBytes: number, fault: Fault): void {
  let reached = 0;
  for (const { name, start, end } of spans.sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < reached) throw fault(`tensor ${JSON.stringify(name)} overlaps the one before it`);
    if (start > reached) throw fault(`bytes ${reached} to ${start} belong to no tensor`);
    reached = end;
  }
  if (reached !== dataBytes) throw fault(`bytes ${reached} to ${dataBytes} belong to no tensor`);
}

/**
 * Write float32 tensors as a safetensors file, atomically: readers see the old file or the whole new one.
 *
 * @param metadata free text values for the header's `__metadata__`
 */
export function writeSafetensors(
  file: string,
  tensors: Record<string, StoredTensor>,
  metadata: Record<string, string> = {},
): void {
  let offset = 0;
  const header: Record<string, unknown> = Object.keys(metadata).length > 0 ? { __metadata__: metadata } : {};
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    header[name] = { dtype: 'F32', shape, data_offsets: [offset, (offset += data.byteLength)] };
  }
  const text = JSON.stringify(header);
  // Values start at a multiple of 8 bytes, so that other readers can map them into memory.
  const json = Buffer.from(text + ' '.repeat((8 - (Buffer.byteLength(text) % 8)) % 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const partial = `${file}.${process.pid}.partial`;
  const handle = fs.openSync(partial, 'w');
  try {
    fs.writeSync(handle, length);
    fs.writeSync(handle, json);
    for (const { data } of Object.values(tensors)) writeAll(handle, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(partial, file);
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(handle, bytes, done);
}

function readBytes(handle: number, position: number, length: number): Buffer {
  // allocUnsafeSlow: a buffer of its own, aligned, that the float array below can share.
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const count = fs.readSync(handle, bytes, done, length - done, position + done);
    if (count === 0) throw new KindredError('CORRUPT_FILE', 'The file became shorter while it was read. Try again.');
    done += count;
  }
  return bytes;
}

function toFloat32(bytes: Buffer, dtype: Dtype): Float32Array {
  if (dtype === 'F32') return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  if (dtype === 'F16') return Float32Array.from(halves, halfToNumber);
  // bfloat16 is the upper half of a float32.
  return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);
}

/** IEEE 754 binary16: 1 sign bit, 5 of the exponent (bias 15), 10 of the fraction. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCountList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && (item as number) >= 0);
}
