import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  type BadLine,
  readEntityTexts,
  readEntityTypes,
  readRelationTexts,
  readTriples,
  type TextForm,
} from '../../../src/formats/tsv';

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-tsv-'));
  file = path.join(folder, 'table.tsv');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read<T>(
  content: string | Buffer,
  open: (file: string, onBadLine: (bad: BadLine) => void) => AsyncIterable<T>,
): Promise<{ rows: T[]; bad: [line: number, why: string][] }> {
  writeFileSync(file, content);
  const rows: T[] = [];
  const bad: [number, string][] = [];
  const onBadLine = (one: BadLine) => {
    expect(one.file).toBe(file);
    bad.push([one.line, one.why]);
  };
  for await (const row of open(file, onBadLine)) rows.push(row);
  return { rows, bad };
}

const entities = (content: string | Buffer, form: TextForm = { style: 'comma', escaped: false }) =>
  read(content, (name, onBadLine) => readEntityTexts(name, form, onBadLine));

describe('types of entities', () => {
  it('are read line by line, several of one entity; each bad line is named and left out', async () => {
    const { rows, bad } = await read(
      ['a\tdog', 'a\tdog\tx', ` a\t e\u0301 `, 'b', '\tdog', 'b\t ', `b\t${'x'.repeat(201)}`].join('\n'),
      readEntityTypes,
    );
    expect(rows).toEqual([
      { id: 'a', type: 'dog' },
      { id: 'a', type: 'é' },
    ]);
    expect(bad).toEqual([
      [2, 'Expected 2 (id, type) columns parted by tabs; found 3.'],
      [4, 'Expected 2 (id, type) columns parted by tabs; found 1.'],
      [5, expect.stringContaining('The id is empty')],
      [6, expect.stringContaining('The type is empty')],
      [7, expect.stringContaining('at most 200')],
    ]);
  });
});

describe('triples', () => {
  it('are read, cleaned; each bad line is named and left out', async () => {
    const long = 'x'.repeat(501);
    const { rows, bad } = await read(
      [
        'a\tr\tb',
        'a\tr',
        'a\tr\tb\tc',
        '\tr\tb',
        'a\t \tb',
        ` e\u0301\tr\tb `,
        `${long}\tr\tb`,
        '\u0000\tr\tb',
        'a\tr\ta',
      ].join('\n'),
      readTriples,
    );
    expect(rows).toEqual([
      { head: 'a', relation: 'r', tail: 'b' },
      { head: 'é', relation: 'r', tail: 'b' },
      { head: 'a', relation: 'r', tail: 'a' },
    ]);
    const columns = (found: number) =>
      `Expected 3 (head, relation, tail) columns parted by tabs; found ${found}.`;
    const empty = 'The id is empty. Give at least one visible character.';
    expect(bad).toEqual([
      [2, columns(2)],
      [3, columns(4)],
      [4, empty],
      [5, empty],
      [7, 'The id has 501 characters; at most 500 are taken. Shorten it.'],
      [8, empty],
    ]);
  });

  it('of a file in another encoding are all named', async () => {
    const { rows, bad } = await read(Buffer.from('é\tr\tb\né\tr\tc\n', 'latin1'), readTriples);
    expect(rows).toEqual([]);
    expect(bad).toEqual([
      [1, 'The line is not UTF-8 text.'],
      [2, 'The line is not UTF-8 text.'],
    ]);
  });

  it('stop where the reader stops', async () => {
    writeFileSync(file, 'a\tr\n');
    const stopping = readTriples(file, () => {
      throw new Error('strict');
    });
    await expect(stopping.next()).rejects.toThrow('strict');
  });
});

describe('texts of entities', () => {
  it('have two columns or three, an id once', async () => {
    const { rows, bad } = await entities(
      [
        '1\tdog, an animal, tame',
        '2\tcat',
        '3\ta, b\tthe name has a comma',
        '1\tagain',
        '4',
        '5\t',
        '6\t\tx',
        '7\t, x',
        '7\tfish',
      ].join('\n'),
    );
    expect(rows).toEqual([
      { id: '1', name: 'dog', description: 'an animal, tame' },
      { id: '2', name: 'cat', description: '' },
      { id: '3', name: 'a, b', description: 'the name has a comma' },
      { id: '7', name: 'fish', description: '' },
    ]);
    const empty = 'The name is empty. Give at least one visible character.';
    expect(bad).toEqual([
      [4, 'The id "1" has a text on an earlier line already.'],
      [5, 'Expected 2 (id, text) or 3 (id, name, description) columns parted by tabs; found 1.'],
      [6, empty],
      [7, empty],
      [8, empty],
    ]);
  });

  it('may be too long', async () => {
    const { bad } = await entities(`1\t${'n'.repeat(501)}, d\n2\tn, ${'d'.repeat(20_001)}\n`);
    expect(bad).toEqual([
      [1, 'The name has 501 characters; at most 500 are taken. Shorten it.'],
      [2, 'The description has 20001 characters; at most 20000 are taken. Shorten it.'],
    ]);
  });
});

describe('texts of relations', () => {
  it('are names, with a description where there is a third column', async () => {
    const { rows, bad } = await read(
      'r\tis a, or so\ns\tpart of\tthe head is a part\nr\tx\n\ty\n',
      readRelationTexts,
    );
    expect(rows).toEqual([
      { id: 'r', name: 'is a, or so', description: '' },
      { id: 's', name: 'part of', description: 'the head is a part' },
    ]);
    expect(bad.map(([line]) => line)).toEqual([3, 4]);
  });
});
