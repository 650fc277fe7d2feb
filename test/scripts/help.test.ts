import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../src/shared/paths';

/** A clone that was built from older sources and is being set up by a process that lives: this one. */
let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'kindred-clone-'));
  for (const part of ['scripts', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    cpSync(path.join(projectRoot, part), path.join(clone, part), { recursive: true });
  }
  for (const folder of ['src', 'dist']) mkdirSync(path.join(clone, folder));
  writeFileSync(path.join(clone, 'dist/.sources'), 'of older sources');
  writeFileSync(path.join(clone, 'dist/.setup.lock'), `${process.pid}\n`);
  writeFileSync(path.join(clone, 'dist/main.js'), 'console.log("main", ...process.argv.slice(2))');
});
afterEach(() => rmSync(clone, { recursive: true }));

function start(...args: string[]) {
  const environment = { ...process.env, KINDRED_CACHE: path.join(clone, 'cache') };
  const child = spawn(process.execPath, [path.join(clone, 'scripts/kindred.mjs'), ...args], {
    env: environment,
  });
  const seen = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (seen.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (seen.err += chunk.toString()));
  return { child, seen };
}

describe('the kindred command while the clone is being set up', () => {
  it.each([[['--help']], [['train', '-h']], [['--version']]])(
    'answers %j at once, and builds nothing',
    async (args) => {
      const { child, seen } = start(...args);
      expect(await once(child, 'close')).toEqual([0, null]);
      expect(seen).toEqual({ out: `main ${args.join(' ')}\n`, err: '' });
      expect(existsSync(path.join(clone, 'cache'))).toBe(false);
    },
  );

  it('waits before it does anything else, and says for whom', async () => {
    const { child, seen } = start('models');
    for (let i = 0; i < 200 && !seen.err.includes('waiting'); i++) await sleep(50);
    expect(seen.err).toContain(`waiting for process ${process.pid}, which is setting up this clone`);
    expect(seen.out).toBe('');
    child.kill('SIGKILL');
    await once(child, 'close');
  });
});
