import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { badInput } from '../../shared/errors';

/** A line that is not blank: its columns, or why it cannot be read. */
export type Line = { number: number } & (
  { columns: string[]; fault?: undefined } | { columns?: undefined; fault: string }
);

/** Longer lines are not held in memory: a file without line ends is no table. */
export const maxLineBytes = 1 << 20;

const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of a tab-separated file, numbered from 1; LF or CRLF, a byte order mark allowed, blank lines left out.
 *
 * @throws BAD_INPUT when the file cannot be read, or is UTF-16
 */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const bytes of splitLines(file)) {
    number++;
    if (number === 1 && bytes !== 'too long' && isUtf16(bytes)) {
      throw badInput(
        `${file} is UTF-16 text; UTF-8 is expected. Convert it first: iconv -f utf-16 -t utf-8.`,
      );
    }
    if (bytes === 'too long') {
      yield { number, fault: `The line is longer than ${maxLineBytes} bytes.` };
    } else if (!isUtf8(bytes)) {
      yield { number, fault: 'The line is not UTF-8 text.' };
    } else {
      const marked = number === 1 && bytes.subarray(0, 3).equals(byteOrderMark);
      const text = bytes.toString('utf8', marked ? 3 : 0).replace(/\r$/, '');
      if (text.trim() !== '') yield { number, columns: text.split('\t') };
    }
  }
}

/** Its byte order mark says so. */
function isUtf16(bytes: Buffer): boolean {
  return bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0));
}

async function* splitLines(file: string): AsyncGenerator<Buffer | 'too long'> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  const take = (tail: Buffer) => {
    const line = restBytes + tail.length > maxLineBytes ? 'too long' : Buffer.concat([...rest, tail]);
    rest = [];
    restBytes = 0;
    return line;
  };
  for await (const chunk of readChunks(file)) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield take(chunk.subarray(start, end));
      start = end + 1;
    }
    const tail = chunk.subarray(start);
    restBytes += tail.length;
    if (restBytes <= maxLineBytes) rest.push(tail);
  }
  if (restBytes > 0) yield take(Buffer.alloc(0));
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw badInput(
      `${file} cannot be read (${(error as Error).message}). Give the path of a tab-separated text file.`,
    );
  }
}
