import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readWordVectors } from '../../../../src/models/encoders/wordFiles';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-words-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const file = (text: string | Buffer) => {
  const name = path.join(folder, 'words.txt');
  fs.writeFileSync(name, text);
  return name;
};
const read = async (text: string | Buffer) => {
  const { rows, width, vectors } = await readWordVectors(file(text));
  expect(vectors).toHaveLength((rows.size + 1) * width);
  const vector = (row: number) => [...vectors.subarray(row * width, (row + 1) * width)];
  return {
    unknown: vector(0),
    words: Object.fromEntries([...rows].map(([word, row]) => [word, vector(row)])),
  };
};

describe('word vectors in text', () => {
  it.each([
    ['as GloVe writes them', 'dog 1 2\ncat 0.5 -4e0\n'],
    ['as word2vec writes them, with blanks at the ends of lines', '2 2\ndog 1 2 \ncat 0.5 -4.0 \n'],
    ['with tabs, Windows line ends and no last one', 'dog\t1\t2\r\ncat\t0.5\t-4'],
    ['with a word again and an empty line', 'dog 1 2\n\ncat 0.5 -4\ndog 7 7\n'],
    [
      'with words that have blanks, as GloVe 840B',
      'dog 1 2\n. . . 3 3\nat name@example.org 3 3\ncat 0.5 -4\n',
    ],
  ])('are read %s', async (_, text) => {
    expect(await read(text)).toEqual({ words: { dog: [1, 2], cat: [0.5, -4] }, unknown: [0.75, -1] });
  });

  it('keep words of any script, also those that look like numbers', async () => {
    const { words } = await read('東京 1 2\nzürich 3 4\n7 5 6\n\u00a0 7 8\n');
    expect(Object.keys(words).sort()).toEqual(['7', 'zürich', '\u00a0', '東京'].sort());
  });

  it('are read alike wherever the pieces end that a file is read in', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `wörd${i} ${i / 8} ${i - 7} ${i * 1000} 0.25`);
    const { words, unknown } = await read(`${lines.join('\n')}\n`);
    expect(Object.keys(words)).toHaveLength(60_000);
    for (const i of [0, 1, 29_999, 59_999]) expect(words[`wörd${i}`]).toEqual([i / 8, i - 7, i * 1000, 0.25]);
    expect(unknown[1]).toBeCloseTo(59_999 / 2 - 7, 1);
  });

  it.each([
    ['dog 1 2\ncat 3\n', ':2: expected a word and 2 values, as before, came 1 values.'],
    ['dog 1 2\ncat 3 4 5\n', ':2: expected a word and 2 values, as before, came 3 values.'],
    ['2 3\ndog 1 2 3\ncat 3 4\n', ':3: expected a word and 3 values, as before, came 2 values.'],
    ['dog 1 2\ncat 3 nan\n', ':2: expected a finite number as value 2 of "cat", came "nan".'],
    ['dog 1 2\ncat x 4\n', ':2: expected a finite number as value 1 of "cat", came "x".'],
    ['dog 1 1e39\n', ':1: expected a finite number as value 2 of "dog", came "1e39".'],
    ['dog\ncat\n', ':1: expected a word and its values, parted by blanks, came "dog".'],
    ['3 2\ndog 1 2\ncat 3 4\n', ' ends after 2 words, and its first line promises 3. Bring the whole file.'],
    ['', ' holds no word vectors. Expected lines of a word and its values.'],
    ['2 2\n', ' ends after 0 words, and its first line promises 2. Bring the whole file.'],
  ])('are refused with file and line: %j', async (text, message) => {
    const name = file(text);
    await expect(readWordVectors(name)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `${name}${message}`,
    });
  });

  it('are refused where a line does not end, as in a file of another kind', async () => {
    const name = file(`dog 1 2\n${'x'.repeat(3_000_000)}`);
    await expect(readWordVectors(name)).rejects.toThrow(
      `${name}:2: expected a word and its values, came a line without an end.`,
    );
  });

  it('that are not there are asked for', async () => {
    await expect(readWordVectors(path.join(folder, 'nowhere'))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message:
        `There are no word vectors at ${path.join(folder, 'nowhere')}. Bring GloVe's with ` +
        '`npm run setup -- --with word-vectors`, or name a file of your own in KINDRED_WORD_VECTORS.',
    });
  });
});
