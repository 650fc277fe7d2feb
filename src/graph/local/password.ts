import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KindredError } from '../../shared/errors';

/** Neo4j takes no shorter one. */
const fewestCharacters = 8;

/** The data folder's password, made at the first call; the file is readable by its owner alone. */
export function passwordOf(folder: string): string {
  const file = path.join(folder, 'password');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file); // fails where the file exists: of two processes that start at once, one wins whole
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  chmodSync(file, 0o600);
  const password = readFileSync(file, 'utf8').trim();
  if (password.length < fewestCharacters) {
    throw new KindredError(
      'CORRUPT_FILE',
      `${file} does not hold the password that was made for this database. Restore the file; without it, delete ` +
        `${folder} with everything that was stored in it.`,
      { file },
    );
  }
  return password;
}
