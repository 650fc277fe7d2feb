import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {
  keepInSnapshot,
  pieceOf,
  readSnapshot,
  rowsOf,
  snapshotFile,
  type SnapshotPiece,
} from '../../../src/services/models/snapshot';
import { temporaryFolder } from '../../support/models';

const dimension = 3;
let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
});

const newFile = () => snapshotFile(folder, `m@${++files}`, 'abc');
const aPiece = fc
  .array(
    fc.record({
      id: fc.string({ minLength: 1, unit: 'grapheme' }),
      version: fc.integer({ min: 0, max: 2 ** 45 }),
      vector: fc.float32Array({ minLength: dimension, maxLength: dimension, noNaN: true }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((rows) => pieceOf(rows, dimension));

async function all(file: string): Promise<SnapshotPiece[]> {
  const pieces: SnapshotPiece[] = [];
  for await (const piece of readSnapshot(file, dimension)) pieces.push(piece);
  return pieces;
}

describe('a snapshot', () => {
  it('gives back the pieces that were kept, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aPiece, { maxLength: 4 }), async (pieces) => {
        const file = newFile();
        for (const piece of pieces) await keepInSnapshot(file, piece);
        expect(await all(file)).toEqual(pieces);
      }),
      { numRuns: 30 },
    );
  });

  it('that does not exist has none, and empty pieces are not kept', async () => {
    const file = newFile();
    await keepInSnapshot(file, pieceOf([], dimension));
    expect(await all(file)).toEqual([]);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('with a damaged or missing byte anywhere gives the pieces before it, and is cut off there', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aPiece, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.boolean(),
        async (pieces, nat, cut) => {
          const file = newFile();
          const ends: number[] = [];
          for (const piece of pieces) {
            await keepInSnapshot(file, piece);
            ends.push((await stat(file)).size);
          }
          const bytes = await readFile(file);
          const at = nat % bytes.length;
          bytes[at]! ^= 0x55;
          await writeFile(file, cut ? bytes.subarray(0, at) : bytes);
          const whole = ends.filter((end) => end <= at).length;
          expect(await all(file)).toEqual(pieces.slice(0, whole));
          expect((await stat(file)).size).toBe(ends[whole - 1] ?? 0);
          await keepInSnapshot(file, pieces[0]!);
          expect(await all(file)).toEqual([...pieces.slice(0, whole), pieces[0]]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of another training under the same name is another file', () => {
    expect(snapshotFile('/data', 'be-bow@1', 'a'.repeat(64))).toBe(
      path.join('/data', 'vectors', 'be-bow@1-aaaaaaaaaaaaaaaa.vectors'),
    );
    expect(snapshotFile('/data', 'be-bow@1', 'b'.repeat(64))).not.toBe(
      snapshotFile('/data', 'be-bow@1', 'a'.repeat(64)),
    );
  });

  it('splits a piece into the rows it was made of', () => {
    const rows = [
      { id: 'a', version: 1, vector: Float32Array.of(1, 2, 3) },
      { id: 'b', version: 2, vector: Float32Array.of(4, 5, 6) },
    ];
    expect(rowsOf(pieceOf(rows, dimension), dimension)).toEqual(rows);
  });

  it('that cannot be written is done without', async () => {
    const blocked = path.join(folder, 'a-file');
    await writeFile(blocked, '');
    await keepInSnapshot(
      path.join(blocked, 'x.vectors'),
      pieceOf([{ id: 'a', version: 1, vector: [1, 2, 3] }], 3),
    );
    expect(await all(path.join(blocked, 'x.vectors'))).toEqual([]);
  });
});
