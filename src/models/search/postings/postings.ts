/** Postings of a block. Within one, all are decoded together; between blocks, cursors jump. */
export const blockSize = 128;

/** Frequencies are kept to this in a block's greatest; it stands for itself and all above. */
export const mostFrequency = 255;

/** Lengths are kept to this in a block's least, which may be lower than it is, never higher. */
export const mostLength = 65_535;

/**
 * Where terms occur, compressed: for each term a run of blocks, and for each block what lies in it and how high it can
 * score. Terms are numbered; documents are numbered within the segment; F is the number of fields.
 *
 * A block's bytes hold, for each posting, first the distances between documents, then a bit for each field, then the
 * frequencies in these fields. Positions lie apart, since few queries ask for them: for each posting and field the
 * distances between them.
 */
export interface Postings {
  readonly fields: number;
  /** `[terms]` documents that have the term */
  readonly documents: Uint32Array;
  /** `[terms + 1]` number of the term's first block */
  readonly firstBlock: Uint32Array;
  /** `[blocks]` the block's last document */
  readonly lastDocument: Uint32Array;
  /** `[blocks + 1]` where its bytes begin */
  readonly bytesAt: Uint32Array;
  /** `[blocks + 1]` where its positions begin */
  readonly positionsAt: Uint32Array;
  /** `[blocks, F]` the greatest frequency in a field, at most {@link mostFrequency} */
  readonly greatestFrequency: Uint8Array;
  /** `[blocks, F]` the least length of a field that has the term, at most {@link mostLength} */
  readonly leastLength: Uint16Array;
  readonly bytes: Uint8Array;
  readonly positions: Uint8Array;
}
