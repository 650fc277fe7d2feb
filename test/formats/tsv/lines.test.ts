import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { type Line, maxLineBytes, readLines } from '../../../src/formats/tsv/lines';

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-lines-'));
  file = path.join(folder, 'table.tsv');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function linesOf(content: string | Buffer): Promise<Line[]> {
  writeFileSync(file, content);
  const lines: Line[] = [];
  for await (const line of readLines(file)) lines.push(line);
  return lines;
}

describe('the lines of a table', () => {
  it.each<[string, string | Buffer, Line[]]>([
    [
      'LF',
      'a\tb\nc\td\n',
      [
        { number: 1, columns: ['a', 'b'] },
        { number: 2, columns: ['c', 'd'] },
      ],
    ],
    [
      'CRLF',
      'a\tb\r\nc\r\n',
      [
        { number: 1, columns: ['a', 'b'] },
        { number: 2, columns: ['c'] },
      ],
    ],
    ['no end', 'a\tb', [{ number: 1, columns: ['a', 'b'] }]],
    [
      'a byte order mark',
      '\ufeffa\tb\n\ufeffc',
      [
        { number: 1, columns: ['a', 'b'] },
        { number: 2, columns: ['\ufeffc'] },
      ],
    ],
    [
      'blank lines, counted',
      '\n  \na\n\t\n\r\nb',
      [
        { number: 3, columns: ['a'] },
        { number: 6, columns: ['b'] },
      ],
    ],
    ['nothing', '', []],
    ['empty columns', '\ta\t\t', [{ number: 1, columns: ['', 'a', '', ''] }]],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x61, 0xff, 0x0a, 0x62, 0x0a]),
      [
        { number: 1, fault: 'The line is not UTF-8 text.' },
        { number: 2, columns: ['b'] },
      ],
    ],
    [
      'half of a surrogate pair, written as bytes',
      Buffer.from([0xed, 0xa0, 0x80]),
      [{ number: 1, fault: 'The line is not UTF-8 text.' }],
    ],
    [
      'a line without measure',
      `a\n${'x'.repeat(maxLineBytes + 1)}\n${'y'.repeat(maxLineBytes)}\nb`,
      [
        { number: 1, columns: ['a'] },
        { number: 2, fault: `The line is longer than ${maxLineBytes} bytes.` },
        { number: 3, columns: ['y'.repeat(maxLineBytes)] },
        { number: 4, columns: ['b'] },
      ],
    ],
  ])('with %s', async (_, content, expected) => {
    expect(await linesOf(content)).toEqual(expected);
  });

  it.each(['utf16le', 'big-endian'])('are not UTF-16: %s', async (order) => {
    const bytes = Buffer.from('\ufeffa\tb\n', 'utf16le');
    await expect(linesOf(order === 'utf16le' ? bytes : bytes.swap16())).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/table\.tsv is UTF-16 text; UTF-8 is expected/) as string,
    });
  });

  it('come out as they went in, wherever the file is cut into blocks', async () => {
    const cell = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => /^[^\t\r\n\ufeff]+$/.test(text) && text.trim() !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 20 }),
        async (rows) => {
          const filler = 'f'.repeat((1 << 18) - 200); // so that the first block ends among the rows
          const text = [[filler], ...rows].map((columns) => columns.join('\t')).join('\n');
          expect(await linesOf(text)).toEqual(
            [[filler], ...rows].map((columns, i) => ({ number: i + 1, columns })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([
    ['that is missing', () => path.join(folder, 'nothing.tsv'), 'ENOENT'],
    ['that is a folder', () => folder, 'EISDIR'],
  ])('of a file %s are refused, naming it', async (_, name, reason) => {
    await expect(readLines(name()).next()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(`^${name()} cannot be read \\(${reason}`) as string,
    });
  });
});
