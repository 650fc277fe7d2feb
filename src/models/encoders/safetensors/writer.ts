import fs from 'node:fs';
import { KindredError } from '../../../shared/errors';
import type { StoredTensor } from './storedTensor';

/** Values start at a multiple of this, so that other readers can map the file into memory. */
const alignment = 8;

/** Write float32 tensors as a safetensors file, atomically: a reader finds the old file or the whole new one. */
export function writeSafetensors(file: string, tensors: Record<string, StoredTensor>): void {
  const partial = `${file}.${process.pid}.partial`;
  try {
    const handle = fs.openSync(partial, 'w');
    try {
      writeAll(handle, header(tensors));
      for (const { data } of Object.values(tensors)) {
        writeAll(handle, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
      }
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    fs.renameSync(partial, file);
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}

function header(tensors: Record<string, StoredTensor>): Buffer {
  let offset = 0;
  const entries = Object.entries(tensors).map(([name, { shape, data }]) => {
    if (shape.reduce((product, length) => product * length, 1) !== data.length) {
      throw new KindredError(
        'INTERNAL',
        `The tensor ${name} of shape [${shape.join(', ')}] has ${data.length} values.`,
      );
    }
    const start = offset;
    offset += data.byteLength;
    return [name, { dtype: 'F32', shape, data_offsets: [start, offset] }] as const;
  });
  const json = JSON.stringify(Object.fromEntries(entries));
  const padded = json + ' '.repeat((alignment - (Buffer.byteLength(json) % alignment)) % alignment);
  const bytes = Buffer.from(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, bytes]);
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += fs.writeSync(handle, bytes, done);
}
