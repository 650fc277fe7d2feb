import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../config';
import { badInput } from '../../shared/errors';

/** The bearer token of this installation. */
export interface ApiToken {
  readonly token: string;
  /** whether it was made just now: show it once, then name only the file */
  readonly isNew: boolean;
  /** where it is kept (mode 600); absent when it came from KINDRED_TOKEN */
  readonly file?: string;
}

/**
 * KINDRED_TOKEN, else the token in the data folder, else a new one written there.
 *
 * It lies in plain text beside the database's password, under the same mode 600: who can read the one can read the
 * other, and its owner can look it up again.
 *
 * @throws BAD_INPUT when the file holds no usable token
 */
export async function loadToken(
  settings: Pick<Settings, 'KINDRED_DATA' | 'KINDRED_TOKEN'>,
): Promise<ApiToken> {
  if (settings.KINDRED_TOKEN) return { token: settings.KINDRED_TOKEN, isNew: false };
  const file = path.join(settings.KINDRED_DATA, 'api-token');
  if (!existsSync(file)) {
    const created = await create(file);
    if (created) return { token: created, isNew: true, file };
  }
  const token = (await readFile(file, 'utf8')).trim();
  if (token.length < 16) {
    throw badInput(`${file} holds no token of at least 16 characters. Delete it to have a new one made.`, {
      file,
    });
  }
  return { token, isNew: false, file };
}

/**
 * A link appears whole or not at all, and fails where the name is taken: of processes that start together one wins,
 * and the others find its token complete.
 */
async function create(file: string): Promise<string | undefined> {
  const token = randomBytes(24).toString('base64url');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(draft, `${token}\n`, { mode: 0o600, flush: true });
  try {
    await link(draft, file);
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  } finally {
    await unlink(draft);
  }
}
