type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

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

  /** A copy of what was pushed. */
  toArray(): T {
    return this.values.slice(0, this.length) as T;
  }
}
