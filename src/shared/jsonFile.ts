import fs from 'node:fs';
import type { z } from 'zod';
import { KindredError } from './errors';

/**
 * What a JSON file of our own holds.
 *
 * @param what   it is, for the message: `a split`
 * @param advice what to do where it is something else
 * @throws CORRUPT_FILE when it cannot be read, is not JSON, or is not of the schema
 */
export function readJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  what: string,
  advice: string,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new KindredError(
      'CORRUPT_FILE',
      `${file} cannot be used: it is not ${what} of this version. ${advice}`,
      { file },
      { cause },
    );
  }
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
