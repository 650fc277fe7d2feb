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

  /** of the term */
  readonly lastBlock: number;
  /** `[blockSize, F]` of the documents of the block, once {@link frequenciesAtDocument} was asked */
  readonly frequencies: Uint32Array;
  private block: number;
  /** in the block's decoded documents */
  private place = 0;
  private inBlock = 0;
  private readonly documents = new Uint32Array(blockSize);
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
    this.lastBlock = postings.firstBlock[term + 1]! - 1;
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
      if (block > this.lastBlock) {
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
    if (this.place + 1 < this.inBlock) this.document = this.documents[++this.place]!;
    else this.advance(this.document + 1);
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
    while (low + step <= this.lastBlock && lastDocument[low + step]! < target) step *= 2;
    let high = Math.min(low + step, this.lastBlock + 1);
    low += step >> 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lastDocument[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where in {@link frequencies} those of the document begin: how often it has the term in each field. */
  frequenciesAtDocument(): number {
    if (this.counted !== this.block) this.readFrequencies();
    return this.place * this.postings.fields;
  }

  /** How often the document has the term in a field. */
  frequency(field: number): number {
    return this.frequencies[this.frequenciesAtDocument() + field]!;
  }

  /** Where the document has the term, by field. What lies between it and the last one asked for is read too. */
  positions(): number[][] {
    this.frequenciesAtDocument();
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
    this.inBlock =
      block < this.lastBlock ? blockSize : documents[this.term]! - (this.lastBlock - first) * blockSize;
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
      for (let mask = bytes[this.frequenciesAt + i]!; mask !== 0; mask &= mask - 1)
        frequencies[i * fields + 31 - Math.clz32(mask & -mask)] = reader.number();
    }
    this.counted = this.block;
  }
}
