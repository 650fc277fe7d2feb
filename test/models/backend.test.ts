import { spawnSync } from 'node:child_process';
import { backendName, tf } from '../../src/models/backend';
import { nativeOps } from '../../src/models/nativeOps';
import { compiled } from '../../src/shared/paths';

/** Run a script in a fresh process, with the compiled backend at `process.argv[1]`, and give back what it printed. */
function inFreshProcess(script: string): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', script, compiled('models', 'backend.js')],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  return { stdout: stdout.trim(), stderr };
}

const multiply = `
  const { tf, backendName } = require(process.argv[1]);
  console.log(backendName(), tf.matMul(tf.tensor2d([[1, 2]]), tf.tensor2d([[3], [4]])).dataSync().join());`;

describe('backend', () => {
  it('is native where TensorFlow is installed', () => {
    expect(backendName()).toMatch(/^tfjs-node/);
    expect(tf.getBackend()).toBe('tensorflow');
    expect(nativeOps()).toBeDefined();
  });

  it('is quiet', () => {
    expect(inFreshProcess(multiply)).toEqual({ stdout: `${backendName()} 11`, stderr: '' });
  });

  it('loads where Node has no util.isNullOrUndefined, as from Node 23 on', () => {
    const { stdout } = inFreshProcess(`delete require('node:util').isNullOrUndefined; ${multiply}`);
    expect(stdout).toBe(`${backendName()} 11`);
  });

  it('computes in JavaScript without a native package, and warns how slow that is', () => {
    const { stdout, stderr } = inFreshProcess(`
      const { Module } = require('node:module');
      const resolve = Module._resolveFilename;
      Module._resolveFilename = (name, ...rest) => resolve(name.replace('tfjs-node', 'tfjs-absent'), ...rest);
      ${multiply}`);
    expect(stdout).toBe('cpu 11');
    expect(stderr).toContain('[KINDRED_SLOW_BACKEND] Warning: No native TensorFlow could be loaded');
    expect(stderr).toContain('Run `npm run setup`');
  });
});
