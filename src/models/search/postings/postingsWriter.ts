import { ByteWriter } from './byteWriter';
import { GrowingNumbers } from './growingNumbers';
import { blockSize, mostFrequency, mostLength, type Postings } from './postings';
import { shared } from './shared';

/** Writes {@link Postings}, term after term, each with ascending documents. */
export class PostingsWriter {
  private readonly documents = new GrowingNumbers(Uint32Array);
  private readonly firstBlock = new GrowingNumbers(Uint32Array);
  private readonly lastDocument = new GrowingNumbers(Uint32Array);
  private readonly bytesAt = new GrowingNumbers(Uint32Array);
  private readonly positionsAt = new GrowingNumbers(Uint32Array);
  private readonly greatestFrequency = new GrowingNumbers(Uint8Array);
  private readonly leastLength = new GrowingNumbers(Uint16Array);
  private readonly bytes = new ByteWriter();
  private readonly positions = new ByteWriter();

  /** The block that is being filled. */
  private readonly masks = new Uint8Array(blockSize);
  private readonly frequencies = new ByteWriter();
  private readonly greatest: Uint32Array;
  private readonly least: Uint32Array;
  private inBlock = 0;
  private ofTerm = 0;
  private last = -1;

  /**
   * @param fields  0 to 8; of none, postings say no more than which documents have the term
   * @param lengths `[documents, fields]` of the documents that postings will be of
   */
  constructor(
    private readonly fields: number,
    private readonly lengths: Uint32Array,
  ) {
    this.greatest = new Uint32Array(fields);
    this.least = new Uint32Array(fields);
    this.firstBlock.push(0);
    this.emptyBlock();
  }

  /**
   * A document that has the term.
   *
   * @param document  after the last one of the same term
   * @param positions of the term by field, ascending; at least one, where there are fields
   */
  add(document: number, positions: readonly (readonly number[])[]): void {
    if (this.inBlock === blockSize) this.endBlock();
    if (this.inBlock === 0) {
      this.bytesAt.push(this.bytes.length);
      this.positionsAt.push(this.positions.length);
    }
    this.bytes.number(document - this.last - 1);
    this.last = document;
    let mask = 0;
    for (let field = 0; field < this.fields; field++) {
      const own = positions[field]!;
      if (own.length === 0) continue;
      mask |= 1 << field;
      this.frequencies.number(own.length);
      this.greatest[field] = Math.max(this.greatest[field]!, own.length);
      const length = this.lengths[document * this.fields + field]!;
      this.least[field] = Math.min(this.least[field]!, length);
      let before = -1;
      for (const position of own) {
        this.positions.number(position - before - 1);
        before = position;
      }
    }
    this.masks[this.inBlock++] = mask;
    this.ofTerm++;
  }

  /** All of a term's documents are there; what follows is of the next. */
  endTerm(): void {
    if (this.inBlock > 0) this.endBlock();
    this.firstBlock.push(this.lastDocument.length);
    this.documents.push(this.ofTerm);
    this.ofTerm = 0;
    this.last = -1;
  }

  done(): Postings {
    this.bytesAt.push(this.bytes.length);
    this.positionsAt.push(this.positions.length);
    return {
      fields: this.fields,
      documents: this.documents.toShared(),
      firstBlock: this.firstBlock.toShared(),
      lastDocument: this.lastDocument.toShared(),
      bytesAt: this.bytesAt.toShared(),
      positionsAt: this.positionsAt.toShared(),
      greatestFrequency: this.greatestFrequency.toShared(),
      leastLength: this.leastLength.toShared(),
      bytes: shared(this.bytes.written()),
      positions: shared(this.positions.written()),
    };
  }

  private endBlock(): void {
    if (this.fields > 0) this.bytes.append(this.masks.subarray(0, this.inBlock));
    this.bytes.append(this.frequencies.written());
    this.lastDocument.push(this.last);
    for (let field = 0; field < this.fields; field++) {
      this.greatestFrequency.push(Math.min(this.greatest[field]!, mostFrequency));
      this.leastLength.push(Math.min(this.least[field]!, mostLength));
    }
    this.emptyBlock();
  }

  private emptyBlock(): void {
    this.inBlock = 0;
    this.frequencies.length = 0;
    this.greatest.fill(0);
    this.least.fill(0xffffffff);
  }
}
