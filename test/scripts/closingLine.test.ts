import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../src/shared/paths';

/** `npm test` over a folder with one test file of this text. */
function run(text: string, name = 'sample.test.js') {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-sample-'));
  writeFileSync(path.join(folder, name), text);
  const config = JSON.stringify({ rootDir: folder, transform: {} });
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', '--config', config], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return { status, closing: stdout.trimEnd().split('\n').at(-1) };
}

describe('the closing line of `npm test`', () => {
  it.each([
    ['counts', "it('a', () => {}); it.skip('b', () => {});", { status: 0, closing: '1 passed, 0 failed' }],
    [
      'fails with a test',
      "it('a', () => {}); it('b', () => { throw 1; });",
      { status: 1, closing: '1 passed, 1 failed' },
    ],
    ['fails with a file that cannot be run', 'syntax error', { status: 1, closing: '0 passed, 1 failed' }],
  ])('%s', (_what, text, expected) => {
    expect(run(text)).toEqual(expected);
  });

  it('fails where there was nothing to run', () => {
    expect(run('', 'no-tests.js')).toEqual({ status: 1, closing: '0 passed, 0 failed' });
  });
});
