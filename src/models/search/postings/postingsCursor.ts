import { ByteReader } from './byteReader';
import { blockSize, type Postings } from './postings';

/** Behind the last document of every term. */
export const noDocument = 0xffffffff;

/** Goes through a term's documents, from the first to the last, decoding the blocks it stops in. */
export class PostingsCursor {
  /** where it stands; {@link noDocument} at the end */
  document: number;
  /** how many documents have the term */
  readonly count: number;

  private readonly last: number;
  private block: number;
  /** in the block's decoded documents */
  private place = 0;
  private inBlock = 0;
  private readonly documents = new Uint32Array(blockSize);
  private readonly frequencies: Uint32Array;
  /** the block whose frequencies are decoded */
  private counted = -1;
  private frequenciesAt = 0;
  private readonly reader: ByteReader;
  /** the block whose positions are read, and of which of its documents next */
  private positioned = -1;
  private nextPositions = 0;
  private readonly positionsReader: ByteReader;

  constructor(
    private readonly postings: Postings,
    private readonly term: number,
  ) {
    this.count = postings.documents[term]!;
    this.block = postings.firstBlock[term]!;
    this.last = postings.firstBlock[term + 1]! - 1;
    this.frequencies = new Uint32Array(blockSize * postings.fields);
    this.reader = new ByteReader(postings.bytes);
    this.positionsReader = new ByteReader(postings.positions);
    this.document = noDocument;
    if (this.count > 0) this.enter(this.block);
  }

  /** Go to the first document from `target` on; it never goes back. */
  advance(target: number): void {
    if (target <= this.document) return;
    if (target > this.postings.lastDocument[this.block]!) {
      const block = this.blockOf(target);
      if (block > this.last) {
        this.document = noDocument;
        return;
      }
      this.enter(block);
    }
    while (this.documents[this.place]! < target) this.place++;
    this.document = this.documents[this.place]!;
  }

  /** Go to the next document. */
  next(): void {
    this.advance(this.document + 1);
  }

  /**
   * The block in which `target` is or would be; the one behind the term's last where it is behind all.
   *
   * @param target not before the document
   */
  blockOf(target: number): number {
    const { lastDocument } = this.postings;
    let low = this.block;
    if (target <= lastDocument[low]!) return low;
    // Most steps are short: double them, then halve.
    let step = 1;
    while (low + step <= this.last && lastDocument[low + step]! < target) step *= 2;
    let high = Math.min(low + step, this.last + 1);
    low += step >> 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lastDocument[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How often the document has the term in a field. */
  frequency(field: number): number {
    if (this.counted !== this.block) this.readFrequencies();
    return this.frequencies[this.place * this.postings.fields + field]!;
  }

  /** Where the document has the term, by field. What lies between it and the last one asked for is read too. */
  positions(): number[][] {
    this.frequency(0);
    const { positionsReader: reader } = this;
    if (this.positioned !== this.block || this.nextPositions > this.place) {
      reader.at = this.postings.positionsAt[this.block]!;
      this.positioned = this.block;
      this.nextPositions = 0;
    }
    for (; this.nextPositions < this.place; this.nextPositions++) this.readPositions(this.nextPositions);
    this.nextPositions++;
    return this.readPositions(this.place);
  }

  private readPositions(posting: number): number[][] {
    const { positionsReader: reader } = this;
    const { fields } = this.postings;
    return Array.from({ length: fields }, (_, field) => {
      const found: number[] = [];
      let before = -1;
      for (let left = this.frequencies[posting * fields + field]!; left > 0; left--)
        found.push((before += reader.number() + 1));
      return found;
    });
  }

  private enter(block: number): void {
    const { reader } = this;
    const { bytesAt, lastDocument, documents, firstBlock } = this.postings;
    const first = firstBlock[this.term]!;
    reader.at = bytesAt[block]!;
    this.block = block;
    this.place = 0;
    this.inBlock = block < this.last ? blockSize : documents[this.term]! - (this.last - first) * blockSize;
    let before = block === first ? -1 : lastDocument[block - 1]!;
    for (let i = 0; i < this.inBlock; i++) this.documents[i] = before += reader.number() + 1;
    this.frequenciesAt = reader.at;
    this.document = this.documents[0]!;
  }

  private readFrequencies(): void {
    const { reader, frequencies, inBlock } = this;
    const { fields, bytes } = this.postings;
    frequencies.fill(0);
    reader.at = this.frequenciesAt + inBlock;
    for (let i = 0; i < inBlock; i++) {
      const mask = bytes[this.frequenciesAt + i]!;
      for (let field = 0; field < fields; field++) {
        if ((mask >> field) & 1) frequencies[i * fields + field] = reader.number();
      }
    }
    this.counted = this.block;
  }
}
