/** Reads what a `ByteWriter` has written, from any place. */
export class ByteReader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  byte(): number {
    return this.bytes[this.at++]!;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}
