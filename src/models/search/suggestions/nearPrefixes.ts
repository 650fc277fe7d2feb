import { firstFrom, stringAt, type Strings } from '../segments/strings';

export interface Near {
  readonly entry: number;
  /** edits from what was typed to some beginning of the entry */
  readonly edits: number;
  /** characters of the longest beginning with so few edits: a long one leaves out the least of what was typed */
  readonly reach: number;
}

/** Entries `from` to `to`, the latter not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Behind every text that begins with what it follows. */
const last = '\u{10ffff}';

/** The entries that begin with what was typed. */
export function withPrefix(sorted: Strings, typed: string): Range {
  return { from: firstFrom(sorted, typed), to: firstFrom(sorted, typed + last) };
}

/**
 * The entries of which a beginning is at most so many edits from what was typed: a character more, less, another one, or
 * two in each other's place. The sorted texts are gone through as a tree: of those with the same beginning what it costs
 * is computed once, and where it costs too much all of them are passed over.
 *
 * @param range that is looked at; all by default
 *
 * Source: Damerau, "A technique for computer detection and correction of spelling errors" (1964), in its form without
 * edits of what was edited.
 */
export function* nearPrefixes(
  sorted: Strings,
  typed: string,
  edits: number,
  range: Range = { from: 0, to: sorted.at.length - 1 },
): Generator<Near> {
  const asked = Array.from(typed);
  const width = asked.length;
  // rows[d][j]: edits from the first j typed characters to the first d of the text; best[d]: the least of rows[≤ d][all],
  // and reach[d] the last row that has it.
  const rows: number[][] = [Array.from({ length: width + 1 }, (_, j) => j)];
  const [best, reach] = [[width], [0]];
  let before: string[] = [];
  for (let entry = range.from; entry < range.to;) {
    const text = Array.from(stringAt(sorted, entry));
    const depth = Math.min(text.length, width + edits);
    let d = 0;
    while (d < before.length && d < depth && text[d] === before[d]) d++;
    before = text.slice(0, depth);
    let tooFar = false;
    for (; d < depth && !tooFar; d++) {
      rows[d + 1] = nextRow(rows, asked, before, d);
      const own = rows[d + 1]![width]!;
      best[d + 1] = Math.min(best[d]!, own);
      reach[d + 1] = own <= best[d]! ? d + 1 : reach[d]!;
      // Two in each other's place cost one edit, counted from two rows above.
      tooFar = Math.min(...rows[d + 1]!) > edits && Math.min(...rows[d]!) >= edits;
    }
    if (best[d]! <= edits) yield { entry, edits: best[d]!, reach: reach[d]! };
    if (tooFar && best[d]! > edits) {
      before.length = d;
      entry = firstFrom(sorted, before.join('') + last);
    } else {
      entry++;
    }
    if (tooFar) before.length = d;
  }
}

function nextRow(
  rows: readonly (readonly number[])[],
  asked: readonly string[],
  text: readonly string[],
  d: number,
): number[] {
  const above = rows[d]!;
  const row = [d + 1];
  for (let j = 1; j <= asked.length; j++) {
    const same = asked[j - 1] === text[d];
    let least = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
    if (d > 0 && j > 1 && asked[j - 1] === text[d - 1] && asked[j - 2] === text[d])
      least = Math.min(least, rows[d - 1]![j - 2]! + 1);
    row.push(least);
  }
  return row;
}
