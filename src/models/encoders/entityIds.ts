import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { KindredError } from '../../shared/errors';

export const entityFile = 'entities.json';

/** The entities of a `lookup`, in the order of its rows, as a file of a model's folder. */
export function storedEntityIds(ids: readonly string[]): Record<string, string> {
  return { [entityFile]: JSON.stringify(ids) };
}

/** @throws CORRUPT_FILE */
export function readEntityIds(folder: string): string[] {
  const file = path.join(folder, entityFile);
  try {
    return z.array(z.string()).parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new KindredError(
      'CORRUPT_FILE',
      `${file} does not hold the entities of a model. Restore the model's folder or train the model again.`,
      { file },
      { cause },
    );
  }
}
