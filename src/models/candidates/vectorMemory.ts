import { readFileSync } from 'node:fs';
import { KindredError } from '../../shared/errors';
import { compiled } from '../../shared/paths';
import type { Metric } from './candidateSearch';

type Scan = (query: number, matrix: number, rows: number, width: number, scores: number) => void;

/** Rows scored by one call into the kernel; their scores fit the first-level cache. */
export const blockRows = 4096;

/** Widest vector: the query's place in the first page. */
export const maxDimension = 4096;

const page = 65_536;
const maxPages = 65_536;
/** The first page holds the query and a block's scores, the matrix begins at the second. */
const queryAt = 1024;
const scoresAt = queryAt + maxDimension * Float32Array.BYTES_PER_ELEMENT;
const matrixAt = page;

let kernel: WebAssembly.Module | undefined;

/** A growing float32 matrix in WASM memory and the kernel that scores its rows (`assembly/scan.ts`). */
export class VectorMemory {
  /** Floats from one row to the next: the dimension filled up to whole cache lines. */
  private readonly width: number;
  private readonly memory = new WebAssembly.Memory({ initial: 1, maximum: maxPages });
  private readonly scans: Record<Metric, Scan>;
  private values = new Float32Array(this.memory.buffer);

  constructor(readonly dimension: number) {
    if (!Number.isInteger(dimension) || dimension < 1 || dimension > maxDimension) {
      throw new KindredError(
        'INTERNAL',
        `A vector of 1 to ${maxDimension} values was expected, not of ${dimension}.`,
      );
    }
    this.width = Math.ceil(dimension / 16) * 16;
    kernel ??= new WebAssembly.Module(readFileSync(compiled('models', 'candidates', 'scan.wasm')));
    const instance = new WebAssembly.Instance(kernel, { env: { memory: this.memory } });
    this.scans = instance.exports as Record<Metric, Scan>;
  }

  /** Rows that fit in the memory held now. */
  get capacity(): number {
    return Math.floor((this.memory.buffer.byteLength - matrixAt) / this.rowBytes);
  }

  /** Rows that fit in the 4 GiB which WASM can address. */
  get maxCapacity(): number {
    return Math.floor((maxPages * page - matrixAt) / this.rowBytes);
  }

  /** Make room for `rows` rows: at least double it, so that growing row by row costs little. */
  reserve(rows: number): void {
    if (rows <= this.capacity) return;
    if (rows > this.maxCapacity) {
      throw new KindredError(
        'LIMIT_EXCEEDED',
        `The exact candidate search holds at most ${this.maxCapacity} vectors of width ${this.dimension} (4 GiB); ` +
          `${rows} were asked for. Use a narrower model.`,
        { limit: this.maxCapacity },
      );
    }
    const held = this.memory.buffer.byteLength / page;
    const needed = Math.ceil((matrixAt + rows * this.rowBytes) / page);
    this.memory.grow(Math.min(Math.max(needed, 2 * held), maxPages) - held);
    this.values = new Float32Array(this.memory.buffer); // growing detaches the old buffer
  }

  write(row: number, vector: Float32Array): void {
    this.values.set(vector, this.offset(row));
  }

  read(row: number): Float32Array {
    return this.values.slice(this.offset(row), this.offset(row) + this.dimension);
  }

  copy(from: number, to: number): void {
    this.values.copyWithin(this.offset(to), this.offset(from), this.offset(from) + this.width);
  }

  setQuery(vector: Float32Array): void {
    const start = queryAt / 4;
    this.values.fill(0, start, start + this.width);
    this.values.set(vector, start);
  }

  /** Scores of `rows ≤ blockRows` rows from `start` against the query; valid until the next scan. */
  scan(metric: Metric, start: number, rows: number): Float32Array {
    this.scans[metric](queryAt, matrixAt + start * this.rowBytes, rows, this.width, scoresAt);
    return this.values.subarray(scoresAt / 4, scoresAt / 4 + rows);
  }

  private get rowBytes(): number {
    return this.width * Float32Array.BYTES_PER_ELEMENT;
  }

  private offset(row: number): number {
    return matrixAt / 4 + row * this.width;
  }
}
