import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkReadable, checkWritable, makeFolder, makeResultFolder } from '../../src/shared/files';

const folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Root writes wherever the file system lets it. */
const withoutRoot = process.getuid?.() === 0 ? it.skip : it;

describe('makeFolder', () => {
  it('makes all levels with the mode, and leaves what is there', () => {
    const deep = path.join(folder, 'a', 'b', 'c');
    makeFolder(deep, 'KINDRED_DATA', 0o700);
    expect(statSync(deep).mode & 0o777).toBe(0o700);
    writeFileSync(path.join(deep, 'kept'), '');
    makeFolder(deep, 'KINDRED_DATA');
    expect(existsSync(path.join(deep, 'kept'))).toBe(true);
  });

  it('refuses a file, what is below one, and a place that takes no folders, by the name of the setting', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const bad of [file, path.join(file, 'x'), '/proc/x', '/proc/x/y']) {
      expect(() => makeFolder(bad, 'KINDRED_DATA')).toThrow(
        /^KINDRED_DATA: expected a folder .* Set KINDRED_DATA to another folder\.$/,
      );
    }
  });

  withoutRoot('refuses a folder that is only read', () => {
    const readOnly = path.join(folder, 'read-only');
    makeFolder(readOnly, 'KINDRED_DATA');
    chmodSync(readOnly, 0o555);
    expect(() => makeFolder(readOnly, 'KINDRED_DATA')).toThrow(/EACCES/);
    expect(() => makeFolder(path.join(readOnly, 'x'), 'KINDRED_DATA')).toThrow(/EACCES/);
  });
});

describe('checkReadable', () => {
  it('takes a file and refuses what is none', () => {
    const file = path.join(folder, 'text');
    writeFileSync(file, '');
    expect(() => checkReadable(file, '')).not.toThrow();
    expect(() => checkReadable(folder, 'Give a file.')).toThrow(
      /cannot be read \(it is a folder\)\. Give a file\.$/,
    );
    expect(() => checkReadable(path.join(folder, 'none'), '')).toThrow(/ENOENT/);
  });
});

describe('makeResultFolder', () => {
  it('makes all levels, and refuses by its place what makeFolder refuses, and an empty name', () => {
    const deep = path.join(folder, 'results', 'a');
    makeResultFolder(deep);
    expect(statSync(deep).isDirectory()).toBe(true);
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    for (const bad of [file, path.join(file, 'x'), '/proc/x']) {
      expect(() => makeResultFolder(bad)).toThrow(/^expected a folder .* Name another folder\.$/);
    }
    expect(() => makeResultFolder('')).toThrow(/came an empty name/);
  });
});

describe('checkWritable', () => {
  it('leaves no trace where a file can be written, new or not', () => {
    const own = path.join(folder, 'reports');
    makeResultFolder(own);
    checkWritable(path.join(own, 'report.json'), '--report');
    expect(readdirSync(own)).toEqual([]);
    writeFileSync(path.join(own, 'report.json'), 'old');
    checkWritable(path.join(own, 'report.json'), '--report');
    expect(readdirSync(own)).toEqual(['report.json']);
  });

  it('refuses a missing folder, a folder, a device, what is below a file, and an empty name', () => {
    const file = path.join(folder, 'no-folder');
    writeFileSync(file, '');
    for (const bad of [
      path.join(folder, 'missing', 'x'),
      folder,
      '/dev/null',
      path.join(file, 'x'),
      '/proc/x',
      '',
    ]) {
      expect(() => checkWritable(bad, '--report')).toThrow(/^--report: expected a file .* Name another file/);
    }
  });
});
