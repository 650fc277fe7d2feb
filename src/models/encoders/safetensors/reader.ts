import fs from 'node:fs';
import { KindredError } from '../../../shared/errors';
import { fromBfloat16, fromFloat16 } from './halfPrecision';
import { type Dtype, type Entry, parseHeader } from './header';
import type { StoredTensor } from './storedTensor';

/** Longest header that is read; no checkpoint comes near it. */
const maxHeaderBytes = 100_000_000;

/**
 * Read tensors from a safetensors file: eight bytes with the header's length, a JSON header, raw little-endian values.
 * Half precisions are widened to float32; tensors of other types (buffers of indices) are left out. Nothing in the file
 * is executed, and no memory is taken for more values than it has bytes.
 *
 * @param wanted says by name which tensors to read; all of them by default
 * @throws CORRUPT_FILE naming the file and the fault
 */
export function readSafetensors(
  file: string,
  wanted: (name: string) => boolean = () => true,
): Record<string, StoredTensor> {
  return opened(file, (handle) => {
    const { entries, dataStart } = readHeader(handle);
    return Object.fromEntries(
      entries
        .filter(({ name, dtype }) => wanted(name) && isFloat(dtype))
        .map((entry) => [entry.name, readTensor(handle, entry, dataStart)]),
    );
  });
}

/**
 * Names of the tensors in a safetensors file.
 *
 * @throws CORRUPT_FILE
 */
export function namesInSafetensors(file: string): string[] {
  return opened(file, (handle) => readHeader(handle).entries.map(({ name }) => name));
}

function opened<T>(file: string, read: (handle: number) => T): T {
  let handle: number | undefined;
  try {
    handle = fs.openSync(file, 'r');
    return read(handle);
  } catch (cause) {
    throw new KindredError(
      'CORRUPT_FILE',
      `${file} is not a usable safetensors file: ${(cause as Error).message}. Restore it from its source, or train the model again.`,
      { file },
      { cause },
    );
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
}

function readHeader(handle: number): { entries: Entry[]; dataStart: number } {
  const { size } = fs.fstatSync(handle);
  if (size < 8) throw new Error(`it has ${size} bytes, and 8 are the least`);
  const length = Number(read(handle, 0, 8).readBigUInt64LE());
  const dataStart = 8 + length;
  if (length > maxHeaderBytes || dataStart > size)
    throw new Error(`its header claims ${length} bytes, it has ${size}`);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(read(handle, 8, length));
  return { entries: parseHeader(text, size - dataStart), dataStart };
}

function isFloat(dtype: Dtype): boolean {
  return dtype === 'F32' || dtype === 'F16' || dtype === 'BF16';
}

function readTensor(handle: number, { dtype, shape, start, end }: Entry, dataStart: number): StoredTensor {
  const { buffer } = read(handle, dataStart + start, end - start);
  if (dtype === 'F32') return { shape, data: new Float32Array(buffer) };
  const halves = new Uint16Array(buffer);
  return { shape, data: dtype === 'F16' ? fromFloat16(halves) : fromBfloat16(halves) };
}

/** Bytes in a buffer of their own, which float arrays can then share. */
function read(handle: number, position: number, length: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let done = 0; done < length;) {
    const count = fs.readSync(handle, bytes, done, length - done, position + done);
    if (count === 0) throw new Error('it became shorter while it was read');
    done += count;
  }
  return bytes;
}
