import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readWordVectors } from '../../../../src/models/encoders/wordFiles';
import { describeWordVectors, tinyWords, wordVectors } from '../../../support/baseEncoder';

const tinyFolder = tinyWords.replace(/\.txt$/, '');

/** The folder of the fixture, changed. */
function changed(change: (folder: string) => void): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-matrix-'));
  fs.cpSync(tinyFolder, copy, { recursive: true });
  change(copy);
  return copy;
}

/** A `.npy` file by the format's description, version 1. */
function numpy(header: string, values: Float32Array): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16LE(header.length);
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    size,
    Buffer.from(header),
    Buffer.from(values.buffer),
  ]);
}

describe('word vectors as a matrix and a table of words', () => {
  it('are those of the text format', async () => {
    expect(await readWordVectors(tinyFolder)).toEqual(await readWordVectors(tinyWords));
  });

  it('are read row by row as column by column', async () => {
    const { vectors, rows } = await readWordVectors(tinyWords);
    const folder = changed((at) => {
      const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${rows.size}, 8), }\n`;
      fs.writeFileSync(path.join(at, 'vectors.npy'), numpy(header, vectors.slice(8)));
    });
    expect((await readWordVectors(folder)).vectors).toEqual(vectors);
    fs.rmSync(folder, { recursive: true });
  });

  it.each<[string, (folder: string) => void, RegExp]>([
    [
      'no matrix',
      (at) => fs.rmSync(path.join(at, 'vectors.npy')),
      /expected one \.npy file and its counterpart, came 0\./,
    ],
    [
      'two tables',
      (at) => fs.copyFileSync(path.join(at, 'words.parquet'), path.join(at, 'a.parquet')),
      /expected one \.parquet file .* came 2\./,
    ],
    [
      'another kind of matrix',
      (at) => fs.writeFileSync(path.join(at, 'vectors.npy'), 'dog 1 2'),
      /vectors\.npy: expected a NumPy matrix of float32 .*, came another file\./,
    ],
    [
      'doubles',
      (at) =>
        fs.writeFileSync(
          path.join(at, 'vectors.npy'),
          numpy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n", new Float32Array(4)),
        ),
      /came 16 bytes of \{'descr': '<f8'/,
    ],
    [
      'half a matrix',
      (at) => fs.truncateSync(path.join(at, 'vectors.npy'), 600),
      /vectors\.npy: expected a NumPy matrix .* came \d+ bytes of/,
    ],
    [
      'too few vectors',
      (at) =>
        fs.writeFileSync(
          path.join(at, 'vectors.npy'),
          numpy("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n", new Float32Array(2)),
        ),
      /vectors\.npy has 1 vectors and .*words\.parquet 30 words; each word needs one\./,
    ],
    [
      'values that are not finite',
      (at) =>
        fs.writeFileSync(
          path.join(at, 'vectors.npy'),
          numpy(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (30, 1), }\n",
            new Float32Array(30).fill(NaN),
          ),
        ),
      /expected finite values, came some that are not\./,
    ],
    [
      'a damaged table',
      (at) => fs.truncateSync(path.join(at, 'words.parquet'), 300),
      /words\.parquet: expected a Parquet file, came one that cannot be read/,
    ],
  ])('are refused with %s, naming the file', async (_, change, message) => {
    const folder = changed(change);
    await expect(readWordVectors(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
    fs.rmSync(folder, { recursive: true });
  });
});

describeWordVectors('GloVe 6B', () => {
  it('has 400,000 words of 50 values, as Pennington et al. 2014 released them', async () => {
    const { rows, width, vectors } = await readWordVectors(wordVectors);
    expect([rows.size, width, vectors.length]).toEqual([400_000, 50, 400_001 * 50]);
    const vector = (word: string) => vectors.subarray(rows.get(word)! * 50, rows.get(word)! * 50 + 50);
    // The first line of glove.6B.50d.txt.
    expect([...vector('the').subarray(0, 4)]).toEqual([0.418, 0.24968, -0.41242, 0.1217].map(Math.fround));
    const cosine = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, x, i) => sum + x * b[i]!, 0) / Math.hypot(...a) / Math.hypot(...b);
    expect(cosine(vector('dog'), vector('cat'))).toBeGreaterThan(0.9);
    expect(cosine(vector('dog'), vector('senate'))).toBeLessThan(0.3);
  });
});
