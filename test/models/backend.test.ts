import { spawnSync } from 'node:child_process';
import { backendName, tf } from '../../src/models/backend';
import { nativeOps } from '../../src/models/nativeOps';
import { compiled } from '../../src/shared/paths';
import { tinyEncoder } from '../support/baseEncoder';
import { difference } from '../support/tensors';

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

const withoutNativePackages = `
  const { Module } = require('node:module');
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (name, ...rest) => resolve(name.replace('tfjs-node', 'tfjs-absent'), ...rest);`;

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
    const { stdout, stderr } = inFreshProcess(withoutNativePackages + multiply);
    expect(stdout).toBe('cpu 11');
    expect(stderr).toContain('[KINDRED_SLOW_BACKEND] Warning: No native TensorFlow could be loaded');
    expect(stderr).toContain('Run `npm run setup`');
  });

  it('gives the same vectors and gradients in JavaScript, the fast ops made of plain ones there', () => {
    const encode = `
      const { tf } = require(process.argv[1]);
      const { createEncoder, padBatch } = require(${JSON.stringify(compiled('models', 'encoders'))});
      const options = { maxLength: 16, dimension: 8, pooling: 'cls', ops: 'fast' };
      createEncoder('blp', ${JSON.stringify(tinyEncoder)}, options).then((encoder) => {
        const weights = encoder.initialWeights(1);
        const batch = padBatch(encoder.tokenize(['dog', 'a small mobile telephone']).ids);
        const slope = (name) =>
          tf.grad((own) => encoder.embed({ ...weights, [name]: own }, batch).tanh().sum())(weights[name]).norm();
        const values = [encoder.embed(weights, batch), slope('encoder.layer.0.attention.self.key.weight')];
        console.log(JSON.stringify(values.flatMap((value) => [...value.dataSync()])));
      });`;
    const [native, script] = ['', withoutNativePackages].map(
      (before) => inFreshProcess(before + encode).stdout,
    );
    const [expected, actual] = [native, script].map((json) => JSON.parse(json!) as number[]);
    expect(expected).toHaveLength(17);
    expect(difference(actual!, expected!)).toBeLessThan(1e-4);
  });

  it('refuses bfloat16 in JavaScript, and says what to do', () => {
    const create = `
      const { createEncoder } = require(${JSON.stringify(compiled('models', 'encoders'))});
      const options = { maxLength: 16, dimension: 8, ops: 'fast', precision: 'bfloat16' };
      createEncoder('blp', ${JSON.stringify(tinyEncoder)}, options).catch((error) => console.log(error.code, error.message));`;
    expect(inFreshProcess(withoutNativePackages + create).stdout).toBe(
      "BAD_INPUT Precision 'bfloat16' needs native TensorFlow, which could not be loaded here. " +
        "Run `npm run setup` to install it, or train with precision 'float32'.",
    );
  });
});
