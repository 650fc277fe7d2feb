import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { alone } from '../../src/shared/folderLock';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-lock-'));
const lock = path.join(folder, 'lock');
afterAll(() => fs.rmSync(folder, { recursive: true }));
afterEach(() => fs.rmSync(lock, { force: true }));

const result = () => alone(folder, 'training', () => Promise.resolve(1));
const refused = {
  code: 'CONFLICT',
  message: expect.stringMatching(/is in use: process .* is training there/),
};

describe('work that is alone in a folder', () => {
  it('shuts out the same work until it ends, well or not', async () => {
    let end = () => {};
    const first = alone(folder, 'training', () => new Promise<void>((resolve) => (end = resolve)));
    await expect(result()).rejects.toMatchObject(refused);
    end();
    await first;
    expect(await result()).toBe(1);
    await expect(alone(folder, 'training', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it('is shut out by another process as long as that lives', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    fs.writeFileSync(lock, `${other.pid}\n`);
    await expect(result()).rejects.toMatchObject(refused);
    expect(fs.existsSync(lock)).toBe(true);
    other.kill('SIGKILL');
    await once(other, 'exit');
    expect(await result()).toBe(1);
  });

  it('takes over from an earlier process of its own id, not from one that cannot be read', async () => {
    fs.writeFileSync(lock, `${process.pid}\n`);
    expect(await result()).toBe(1);
    fs.writeFileSync(lock, '');
    await expect(result()).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
