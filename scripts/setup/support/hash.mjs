import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';

/** SHA-256 in hex of a file, streamed. */
export async function hashOf(file) {
  const hash = createHash('sha256');
  for await (const block of createReadStream(file)) hash.update(block);
  return hash.digest('hex');
}

/** SHA-256 in hex over small files' names and contents. */
export function hashOfAll(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
