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
  /** the last document, whether there is none of the term yet, and where in it the last place was */
  private last = -1;
  private isFirst = true;
  private field = -1;
  private inField = 0;
  private position = -1;

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
    if (this.fields === 0) this.begin(document);
    positions.forEach((own, field) => own.forEach((position) => this.occurrence(document, field, position)));
  }

  /** One place of the term: places come by document, field and position, all ascending. */
  occurrence(document: number, field: number, position: number): void {
    if (document !== this.last || this.isFirst) this.begin(document);
    if (field !== this.field) {
      this.endField();
      this.field = field;
      this.masks[this.inBlock - 1]! |= 1 << field;
      const length = this.lengths[document * this.fields + field]!;
      if (length < this.least[field]!) this.least[field] = length;
    }
    this.positions.number(position - this.position - 1);
    this.position = position;
    this.inField++;
  }

  /** All of a term's documents are there; what follows is of the next. */
  endTerm(): void {
    this.endField();
    if (this.inBlock > 0) this.endBlock();
    this.firstBlock.push(this.lastDocument.length);
    this.documents.push(this.ofTerm);
    this.ofTerm = 0;
    this.last = -1;
    this.isFirst = true;
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

  private begin(document: number): void {
    this.endField();
    if (this.inBlock === blockSize) this.endBlock();
    if (this.inBlock === 0) {
      this.bytesAt.push(this.bytes.length);
      this.positionsAt.push(this.positions.length);
    }
    this.bytes.number(document - this.last - 1);
    this.last = document;
    this.isFirst = false;
    this.masks[this.inBlock++] = 0;
    this.ofTerm++;
  }

  /** How often the document has the term in the field is known when another follows. */
  private endField(): void {
    if (this.inField > 0) {
      this.frequencies.number(this.inField);
      if (this.inField > this.greatest[this.field]!) this.greatest[this.field] = this.inField;
    }
    this.field = -1;
    this.inField = 0;
    this.position = -1;
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
