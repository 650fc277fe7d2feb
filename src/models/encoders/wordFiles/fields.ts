import { decimal } from './decimal';

const [space, tab, carriageReturn] = [0x20, 0x09, 0x0d];

/** One line of a text file at a time, cut at its blanks; nothing is copied out of the bytes before it is asked for. */
export class Fields {
  private bytes: Buffer = Buffer.alloc(0);
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  count = 0;

  /** Take the line at `bytes[start … end − 1]`. */
  take(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.count = 0;
    let begin = -1;
    for (let at = start; at <= end; at++) {
      const sign = bytes[at];
      const isBlank = at === end || sign === space || sign === tab || sign === carriageReturn;
      if (!isBlank && begin < 0) begin = at;
      if (!isBlank || begin < 0) continue;
      this.starts[this.count] = begin;
      this.ends[this.count++] = at;
      begin = -1;
    }
  }

  text(field: number): string {
    return this.bytes.toString('utf8', this.starts[field], this.ends[field]);
  }

  /** NaN where the field is no decimal number. */
  number(field: number): number {
    return decimal(this.bytes, this.starts[field]!, this.ends[field]!);
  }
}
