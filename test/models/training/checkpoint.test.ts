import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseTrainingSettings } from '../../../src/models/training';
import { type Checkpoint, CheckpointFolder } from '../../../src/models/training/checkpoint';

const settings = parseTrainingSettings({ encoder: 'be-bow', maxSteps: 40 });
const tensor = (...values: number[]) => ({ shape: [values.length], data: Float32Array.from(values) });

function after(step: number): Checkpoint {
  const weights = { words: tensor(step, 1.5), relations: tensor(-0.25) };
  return {
    run: {
      step,
      seconds: 12.5,
      lossSum: 3.25,
      lossCount: 4,
      curve: [{ step: 10, loss: 1, metrics: { mrr: 0.5 } }],
      bestStep: 10,
    },
    parameters: {
      updates: step,
      weights,
      means: { words: tensor(0.5, step), relations: tensor(1) },
      squares: { words: tensor(2, 3), relations: tensor(step) },
    },
    memory: {},
    best: { words: tensor(7, 8), relations: tensor(9) },
  };
}

let folder: string;
const open = (fingerprint = 'these data', now = settings) =>
  new CheckpointFolder(folder, { data: fingerprint }, now);
const files = () => fs.readdirSync(folder).sort();

beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-checkpoint-')), 'checkpoint');
});
afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true }));

describe('a checkpoint', () => {
  it('is read as it was written, and is nothing before that', () => {
    expect(open().read()).toBeUndefined();
    open().write(after(20));
    expect(open().read()).toEqual(after(20));
  });

  it('takes the place of the one before, whose files go', () => {
    open().write(after(20));
    open().write(after(30));
    expect(open().read()).toEqual(after(30));
    expect(files()).toEqual(['best-10.safetensors', 'checkpoint.json', 'state-30.safetensors']);
  });

  it('stays whole when the next one was not finished', () => {
    open().write(after(20));
    // What a process leaves that is killed after the weights and before the header.
    fs.writeFileSync(path.join(folder, 'state-30.safetensors'), 'half a fi');
    expect(open().read()).toEqual(after(20));
    open().write(after(30));
    expect(open().read()).toEqual(after(30));
  });

  it('is of its data and its settings only, of those that shape the run', () => {
    open().write(after(20));
    expect(() => open('other data').read()).toThrow(/made with other data.*start over/);
    const faster = parseTrainingSettings({ encoder: 'be-bow', maxSteps: 40, learningRate: 0.5 });
    expect(() => open('these data', faster).read()).toThrow(/learningRate is 0.5, was/);
    const shorter = parseTrainingSettings({ encoder: 'be-bow', maxSteps: 40, maxMinutes: 3 });
    expect(open('these data', shorter).read()).toEqual(after(20));
  });

  it.each([
    [
      'a weight file that changed',
      'state-20.safetensors',
      (file: string) => fs.appendFileSync(file, 'x'),
      /hash/,
    ],
    ['a weight file that is gone', 'best-10.safetensors', (file: string) => fs.rmSync(file), /missing/],
    [
      'a header that is not one',
      'checkpoint.json',
      (file: string) => fs.writeFileSync(file, '{}'),
      /not a checkpoint/,
    ],
    ['half a header', 'checkpoint.json', (file: string) => fs.truncateSync(file, 40), /not a checkpoint/],
  ])('with %s is refused as corrupt', (_, name, damage, why) => {
    open().write(after(20));
    damage(path.join(folder, name));
    expect(() => open().read()).toThrow(why);
    expect(() => open().read()).toThrow(expect.objectContaining({ code: 'CORRUPT_FILE' }) as Error);
  });

  it('is gone when removed', () => {
    open().write(after(20));
    open().remove();
    expect(open().read()).toBeUndefined();
  });
});
