import fs from 'node:fs';
import { badInput } from '../../../shared/errors';
import { readMatrixFolder } from './matrixFolder';
import { readTextVectors } from './textFormat';
import type { WordTable } from './wordTable';

export type { WordTable } from './wordTable';

/**
 * Pretrained word vectors.
 *
 * @param place a text file, see {@link readTextVectors}, or a folder, see {@link readMatrixFolder}
 * @throws BAD_INPUT saying where there are some, when nothing is at `place`; else naming the fault, its file and line
 */
export async function readWordVectors(place: string): Promise<WordTable> {
  if (!fs.existsSync(place)) {
    throw badInput(
      `There are no word vectors at ${place}. Bring GloVe's with \`npm run setup -- --with word-vectors\`, or name a ` +
        'file of your own in KINDRED_WORD_VECTORS.',
      { file: place },
    );
  }
  return fs.statSync(place).isDirectory() ? readMatrixFolder(place) : readTextVectors(place);
}
