import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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
  return readFileSync(file, 'utf8').trim();
}
