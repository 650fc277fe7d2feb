import fs from 'node:fs';
import { badInput, shortened } from '../../../shared/errors';

/** A matrix of a `.npy` file. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  /** `[rows, columns]`, row-major */
  readonly values: Float32Array;
}

const magic = '\x93NUMPY';

/**
 * A float32 matrix in NumPy's own format: magic, version, length of the header, the header (a Python dictionary), the
 * values, row by row or column by column.
 *
 * @throws BAD_INPUT naming the file and what it holds instead
 */
export function readNumpyMatrix(file: string): Matrix {
  const bytes = fs.readFileSync(file);
  const { header, start } = split(bytes);
  const type = /'descr':\s*'([^']*)'/.exec(header)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape':\s*\((\d+),\s*(\d+),?\)/.exec(header);
  const [rows, columns] = [Number(shape?.[1]), Number(shape?.[2])];
  if (type !== '<f4' || order === undefined || bytes.length - start !== rows * columns * 4) {
    const came = header
      ? `${bytes.length - start} bytes of ${shortened(header.trim(), 200)}`
      : 'another file';
    throw badInput(`${file}: expected a NumPy matrix of float32 ('<f4') values, came ${came}.`, { file });
  }
  const values = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length),
  );
  return { rows, columns, values: order === 'True' ? transposed(values, columns, rows) : values };
}

/** The header, and where the values start; an empty one where the file is of another kind. */
function split(bytes: Buffer): { header: string; start: number } {
  const version = bytes[magic.length];
  const lengthBytes = version === 1 ? 2 : 4;
  const headerStart = magic.length + 2 + lengthBytes;
  if (bytes.toString('latin1', 0, magic.length) !== magic || bytes.length < headerStart) {
    return { header: '', start: 0 };
  }
  const start = headerStart + bytes.readUIntLE(magic.length + 2, lengthBytes);
  return { header: bytes.toString('latin1', headerStart, start), start };
}

/** `[rows, columns]` → `[columns, rows]`, row-major */
function transposed(values: Float32Array, rows: number, columns: number): Float32Array {
  const result = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      result[column * rows + row] = values[row * columns + column]!;
  }
  return result;
}
