import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** Write a small text file so that readers, and a run killed in the middle, see the old text or the whole new one. */
export function writeFileAtomically(file: string, text: string): void {
  const partial = `${file}.${process.pid}.partial`;
  const handle = fs.openSync(partial, 'w');
  try {
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(partial, file);
}

/** SHA-256 of a file, hexadecimal, read in pieces. */
export function sha256OfFile(file: string): string {
  const hash = createHash('sha256');
  const handle = fs.openSync(file, 'r');
  const piece = Buffer.alloc(1 << 20);
  try {
    for (let read = fs.readSync(handle, piece); read > 0; read = fs.readSync(handle, piece)) {
      hash.update(piece.subarray(0, read));
    }
  } finally {
    fs.closeSync(handle);
  }
  return hash.digest('hex');
}
