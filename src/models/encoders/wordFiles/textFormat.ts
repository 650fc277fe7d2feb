import fs from 'node:fs';
import { badInput, quoted } from '../../../shared/errors';
import { Fields } from './fields';
import { type WordTable, withUnknownWord } from './wordTable';

const lineFeed = 0x0a;
/** 4,096 values, the widest vectors that Kindred takes, of 30 characters each, and their word. */
const mostBytesOfLine = 1 << 17;

/**
 * Word vectors as GloVe and word2vec write them in text: a line is a word and its values, parted by blanks. A first line
 * of two whole numbers says how many words and values there are. Where a word comes again its first vector stays; one
 * with a blank in it (GloVe 840B has some) is passed over, since no word of a text has blanks.
 *
 * @throws BAD_INPUT naming file and line: another number of values, a value that is no finite number, fewer words than
 *         the first line promises, no word at all
 */
export async function readTextVectors(file: string): Promise<WordTable> {
  const reading = new Reading(file);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of fs.createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      reading.line(bytes, start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > mostBytesOfLine) reading.refuseNext('a word and its values', 'a line without an end');
  }
  reading.line(rest, 0, rest.length);
  return reading.table();
}

/** What has been read of a file so far. */
class Reading {
  private readonly rows = new Map<string, number>();
  private readonly fields = new Fields();
  private vectors = new Float32Array(1 << 20);
  private width = 0;
  /** words by the file's first line, where it has one of the kind */
  private promised: number | undefined;
  private lines = 0;
  private words = 0;

  constructor(private readonly file: string) {}

  line(bytes: Buffer, start: number, end: number): void {
    const { fields } = this;
    this.lines++;
    fields.take(bytes, start, end);
    if (fields.count === 0) return;
    if (this.width === 0 && this.tellsSizes()) return;
    if (this.width === 0) this.width = fields.count - 1;
    if (this.width < 2) this.refuse('a word and its values, parted by blanks', quoted(fields.text(0)));
    this.words++;
    const hasBlanks = fields.count > this.width + 1 && Number.isNaN(fields.number(1));
    if (hasBlanks) return;
    if (fields.count !== this.width + 1)
      this.refuse(`a word and ${this.width} values, as before`, `${fields.count - 1} values`);
    const word = fields.text(0);
    if (!this.rows.has(word)) this.add(word);
  }

  /** @throws BAD_INPUT */
  table(): WordTable {
    const { file, rows, width, promised, words } = this;
    if (promised !== undefined && words < promised) {
      throw badInput(
        `${file} ends after ${words} words, and its first line promises ${promised}. Bring the whole file.`,
        { file },
      );
    }
    if (rows.size === 0) {
      throw badInput(`${file} holds no word vectors. Expected lines of a word and its values.`, { file });
    }
    return withUnknownWord({ rows, width, vectors: this.vectors.slice(0, (rows.size + 1) * width) });
  }

  refuseNext(expected: string, came: string): never {
    this.lines++;
    this.refuse(expected, came);
  }

  private refuse(expected: string, came: string): never {
    const { file, lines } = this;
    throw badInput(`${file}:${lines}: expected ${expected}, came ${came}.`, { file, line: lines });
  }

  /** Whether this is the line that word2vec's files begin with; if so, it is taken note of. */
  private tellsSizes(): boolean {
    const { fields } = this;
    if (this.lines > 1 || fields.count !== 2) return false;
    const [words, width] = [fields.number(0), fields.number(1)];
    if (!Number.isInteger(words) || !Number.isInteger(width)) return false;
    [this.promised, this.width] = [words, width];
    return true;
  }

  private add(word: string): void {
    const { fields, width } = this;
    const row = this.rows.size + 1;
    const end = (row + 1) * width;
    if (end > this.vectors.length) {
      const larger = new Float32Array(2 * end);
      larger.set(this.vectors);
      this.vectors = larger;
    }
    for (let i = 1; i <= width; i++) {
      const value = Math.fround(fields.number(i));
      if (!Number.isFinite(value))
        this.refuse(`a finite number as value ${i} of ${quoted(word)}`, quoted(fields.text(i)));
      this.vectors[row * width + i - 1] = value;
    }
    this.rows.set(word, row);
  }
}
