/** Bytes that grow; numbers are written seven bits a byte, the lowest first, with the eighth bit for more to come. */
export class ByteWriter {
  length = 0;
  private bytes = new Uint8Array(1 << 12);

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(this.length + 1);
    this.bytes[this.length++] = value;
  }

  /** @param value whole, 0 to 2³² − 1 */
  number(value: number): void {
    if (this.length + 5 > this.bytes.length) this.grow(this.length + 5);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  append(own: Uint8Array): void {
    this.grow(this.length + own.length);
    this.bytes.set(own, this.length);
    this.length += own.length;
  }

  /** What was written; the writer goes on with its own. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private grow(least: number): void {
    if (least <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(least, 2 * this.bytes.length));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
