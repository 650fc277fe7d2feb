import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { smallGraph } from '../models/training/graph';
import { kindred } from '../support/kindred';
import { writeDataset } from '../support/splitFiles';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-experiments-'));
afterAll(() => fs.rmSync(root, { recursive: true }));
const at = (...names: string[]) => path.join(root, ...names);
const [data, split, file] = [at('wn18rr'), at('split'), at('file')];
const text = path.join(data, 'entity2text.txt');
/** No store, no base encoder and no model: what is refused is refused before any of them is asked. */
const nothing = {
  NEO4J_URI: 'bolt://127.0.0.1:9',
  KINDRED_DATA: at('data'),
  KINDRED_BASE_ENCODER: at('none'),
};
const run = (...args: string[]) => kindred(args, nothing);
const given = ['--train', 'train.tsv', '--valid', 'dev.tsv', '--test', 'test.tsv'].map((arg) =>
  arg.endsWith('.tsv') ? path.join(data, arg) : arg,
);

beforeAll(async () => {
  writeDataset(data, smallGraph(100));
  fs.writeFileSync(file, '');
  const made = await run('split', '--transductive', ...given, '--out', split);
  expect(made).toMatchObject({ status: 0, err: '' });
});

const expectRefused = async (args: readonly string[], message: RegExp) => {
  const { status, err } = await run(...args);
  expect({ status, err }).toEqual({ status: 2, err: expect.stringMatching(message) });
  expect(err).not.toMatch(/^ {4}at /m);
};

const train = ['train', '--split', split, '--text', text];
const evaluate = ['--split', split, '--text', text];
const reproduce = ['reproduce', 'blp', '--table', '3', '--data', data];
const study = (...more: string[]) => ['study', 'description-length', ...evaluate, ...more];

describe('a place for results that cannot be used is refused before any work', () => {
  it.each([
    ['split', ['split', '--transductive', ...given]],
    ['train', train],
    ['reproduce', reproduce],
    ['study', study()],
  ])('--out of %s', async (_name, args) => {
    const folder = /^Error: expected a folder that can be written to, came /;
    await Promise.all([
      expectRefused([...args, '--out', '/proc/x'], folder),
      expectRefused([...args, '--out', path.join(file, 'x')], folder),
      expectRefused([...args, '--out', ''], /'--out <folder>'.*Something is expected/),
    ]);
  });

  it.each([
    ['evaluate link-prediction', ['evaluate', 'link-prediction', '--model', 'x', ...evaluate]],
    [
      'evaluate classification',
      ['evaluate', 'classification', '--model', 'x', ...evaluate, '--labels', 'wordnet'],
    ],
    ['evaluate model', ['evaluate', 'model']],
    ['reproduce', [...reproduce, '--out', at('reproductions')]],
  ])('--report of %s', async (_name, args) => {
    await expectRefused([...args, '--report', at('missing', 'x')], /^Error: --report: expected a file /);
  });
});

describe('what could only be ignored, or fail later, is refused', () => {
  const drawn = ['split', '--triples', path.join(data, 'train.tsv'), '--out', at('none')];
  it.each([
    [['train', '--text', text, '--encoder', 'be-bow'], /takes --split, --text and --out together/],
    [['train', '--relation-text', text], /takes --split, --text and --out together/],
    [study('--out', at('none'), '--preset', 'slow'), /Allowed choices are quick/],
    [study('--out', at('none'), '--encoders', 'be-bow,nope'), /Encoders .* of be-bow, be-dkrl, /],
    [study('--out', at('none'), '--lengths', '3,1'), /Whole numbers from 3 to 512/],
    [[...drawn, '--unseen-relations', '3', '--share', '0.3'], /--share: .*with --unseen-relations/],
    [
      ['split', '--transductive', ...given, '--out', at('none'), '--seed', '1', '--least-triples', '5'],
      /--seed, --least-triples: .*with --transductive/,
    ],
    [
      [
        ...['evaluate', 'classification', '--model', 'x', ...evaluate],
        ...['--labels', 'wordnet', '--max-length', '8'],
      ],
      /--max-length is for --encoder/,
    ],
  ])('%j', async (args, message) => {
    await expectRefused(args, message);
    expect(fs.existsSync(at('none'))).toBe(false);
  });

  it.each([
    [[...train, '--out', at('none'), '--dimension', '7'], /: --dimension: encoder be-bow leaves no choice/],
    [
      [...train, '--out', at('none'), '--relation-model', 'text-query', '--relation-encoder', 'text'],
      /: --relation-encoder: text-query reads/,
    ],
    [['train', '--gamma', '4', '--remembered-negatives', '5'], /: --gamma: .*; --remembered-negatives: /],
    [
      ['train', '--encoder', 'lookup', '--relation-model', 'text-query'],
      /: --encoder: lookup reads no texts, came --relation-model text-query or --relation-encoder text/,
    ],
    [study('--out', at('none'), '--encoders', 'lookup', '--lengths', '8'), /: --max-length: lookup reads no/],
    [
      [...reproduce, '--steps', '9', '--budget', '5'],
      /'--steps <n>' cannot be used with .*'--budget <minutes>'/,
    ],
  ])('by the name of the option: %j', expectRefused);

  it('a plan that is no plan', async () => {
    const out = at('planned');
    fs.mkdirSync(path.join(out, 'wn18rr-inductive-0', 'be-bow'), { recursive: true });
    fs.cpSync(split, path.join(out, 'wn18rr-inductive-0', 'split'), { recursive: true });
    fs.writeFileSync(path.join(out, 'wn18rr-inductive-0', 'be-bow', 'plan.json'), '');
    await expectRefused(
      [...reproduce, '--out', out, '--rows', 'be-bow'],
      /plan\.json cannot be used: .* Delete .*be-bow to begin anew/,
    );
  });
});

describe('kindred split', () => {
  it('says what was left out, and what parts share', async () => {
    const twice = at('twice.tsv');
    fs.writeFileSync(twice, fs.readFileSync(path.join(data, 'train.tsv'), 'utf8').repeat(2));
    const parts = ['--train', twice, '--valid', path.join(data, 'train.tsv'), '--test', given[5]!];
    const { status, out } = await run('split', '--transductive', ...parts, '--out', at('twice'));
    const lines = fs.readFileSync(path.join(data, 'train.tsv'), 'utf8').split('\n').length - 1;
    expect(status).toBe(0);
    expect(out).toContain(`${lines} repeated triples left out\n`);
    expect(out).toContain(`${lines} triples of validation also in training\n`);
  });

  it('does not write over a split of another version', async () => {
    fs.mkdirSync(at('later'));
    fs.writeFileSync(at('later', 'split.json'), '{"format":"kindred-split/9"}');
    await expectRefused(['split', '--transductive', ...given, '--out', at('later')], /holds a split already/);
    await expectRefused(
      ['train', '--split', at('later'), '--text', text, '--out', at('none')],
      /later\/split\.json cannot be used/,
    );
  });
});
