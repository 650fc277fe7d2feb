/** Token ids of several texts, each cut to the encoder's longest. */
export interface TokenizedTexts {
  /** one array a text, special tokens included where the encoder uses them; never empty */
  readonly ids: Int32Array[];
  /** whether the text was longer than what is kept */
  readonly truncated: boolean[];
}

/** Texts side by side as one rectangle. */
export interface TokenBatch {
  /** `[rows, length]`, row-major; what lies beyond a row's own length is 0 and must not be read */
  readonly ids: Int32Array;
  /** `[rows]` */
  readonly lengths: Int32Array;
  readonly rows: number;
  /** length of the longest row */
  readonly length: number;
}

export function padBatch(texts: readonly Int32Array[]): TokenBatch {
  const lengths = Int32Array.from(texts, (text) => text.length);
  const length = lengths.reduce((longest, own) => Math.max(longest, own), 0);
  const ids = new Int32Array(texts.length * length);
  texts.forEach((text, row) => ids.set(text, row * length));
  return { ids, lengths, rows: texts.length, length };
}
