import { shared } from './shared';

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Whole numbers of one type that grow. */
export class GrowingNumbers<T extends Numbers> {
  length = 0;
  private values: T;

  constructor(private readonly make: new (length: number) => T) {
    this.values = new make(256);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new this.make(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  /** What was pushed, for all threads. */
  toShared(): T {
    return shared(this.values.subarray(0, this.length) as T);
  }
}
