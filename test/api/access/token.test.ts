import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadToken } from '../../../src/api/access/token';

describe('the token', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-token-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, kept where only its owner can read it, and found again', async () => {
    const first = await loadToken({ KINDRED_DATA: path.join(folder, 'new') });
    expect(first).toMatchObject({ isNew: true, token: expect.stringMatching(/^[\w-]{32}$/) });
    expect(statSync(first.file!).mode & 0o777).toBe(0o600);
    expect(readFileSync(first.file!, 'utf8')).toBe(`${first.token}\n`);
    expect(await loadToken({ KINDRED_DATA: path.join(folder, 'new') })).toEqual({ ...first, isNew: false });
  });

  it('is one and the same for processes that start together', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => loadToken({ KINDRED_DATA: folder })));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(1);
    expect(tokens.filter(({ isNew }) => isNew)).toHaveLength(1);
  });

  it('comes from KINDRED_TOKEN where that is set, and no file is written', async () => {
    expect(await loadToken({ KINDRED_DATA: folder, KINDRED_TOKEN: 'from-the-environment' })).toEqual({
      token: 'from-the-environment',
      isNew: false,
    });
    expect(() => statSync(path.join(folder, 'api-token'))).toThrow('ENOENT');
  });

  it('is refused when its file was emptied', async () => {
    writeFileSync(path.join(folder, 'api-token'), '\n');
    await expect(loadToken({ KINDRED_DATA: folder })).rejects.toThrow(
      /holds no token of at least 16 characters. Delete it/,
    );
  });
});
