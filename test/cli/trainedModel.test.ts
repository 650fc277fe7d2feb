import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { folderOfModel } from '../../src/cli/trainedModel';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-models-'));
const before = process.env['KINDRED_DATA'];
beforeAll(() => (process.env['KINDRED_DATA'] = path.join(root, 'data')));
afterAll(() => {
  if (before === undefined) delete process.env['KINDRED_DATA'];
  else process.env['KINDRED_DATA'] = before;
  fs.rmSync(root, { recursive: true });
});

const file = (...names: string[]): string => {
  const target = path.join(root, ...names);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, '{}');
  return path.dirname(target);
};

describe('the folder of a model', () => {
  it('is the one that is named, that of an id, or the newest of a name', () => {
    const own = file('own', 'model.json');
    expect(folderOfModel(own)).toBe(own);
    const stored = file('data', 'models', 'be-bow@2', 'model.json');
    expect(folderOfModel('be-bow@2')).toBe(stored);
    const newer = file('data', 'models', 'be-bow@10', 'model.json');
    file('data', 'models', 'be-bow@11', 'encoder.safetensors'); // not finished
    expect(folderOfModel('be-bow')).toBe(newer);
    fs.rmSync(newer, { recursive: true });
  });

  it('is refused where there is none, with the ids that there are', () => {
    file('data', 'models', 'be-bow@2', 'model.json');
    file('data', 'models', 'be-bow@3', 'model.json');
    file('data', 'models', 'be-bow@4', 'encoder.safetensors');
    expect(() => folderOfModel('be-bo')).toThrow(/Ids there are: be-bow@2, be-bow@3\.$/);
    expect(() => folderOfModel('/tmp/nowhere')).toThrow(
      /came "\/tmp\/nowhere", where nothing is\. Ids there are: be-bow@2, be-bow@3\.$/,
    );
    expect(() => folderOfModel(root)).toThrow(/which is there but has no model\.json/);
    expect(() => folderOfModel('')).toThrow(/came ""/);
  });

  it('is never led to outside the folder of models by an id', () => {
    file('o', 'x', 'model.json');
    expect(() => folderOfModel('../../o/x')).toThrow(/where nothing is/);
  });

  it('that holds an interrupted training says how to go on', () => {
    const own = file('stopped', 'checkpoint', 'checkpoint.json');
    expect(() => folderOfModel(path.dirname(own))).toThrow(
      /has not finished\. Run the same `kindred train` command again, with `--out .*stopped`/,
    );
  });
});
