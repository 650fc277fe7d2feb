import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { KindredError } from '../../shared/errors';
import type { WordTable } from './wordFiles';

const fileName = 'words.json';
const schema = z.strictObject({ width: z.number().int().min(1), words: z.array(z.string()) });

/** The words of a table, without their vectors, as a file of a model's folder. */
export function storedWords({ rows, width }: Omit<WordTable, 'vectors'>): Record<string, string> {
  return { [fileName]: JSON.stringify({ width, words: [...rows.keys()] } satisfies z.infer<typeof schema>) };
}

/** @throws CORRUPT_FILE */
export function readStoredWords(folder: string): Omit<WordTable, 'vectors'> {
  const file = path.join(folder, fileName);
  try {
    const { width, words } = schema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    return { width, rows: new Map(words.map((word, row) => [word, row + 1])) };
  } catch (cause) {
    throw new KindredError(
      'CORRUPT_FILE',
      `${file} does not hold the words of a model. Restore the model's folder or train the model again.`,
      { file },
      { cause },
    );
  }
}
