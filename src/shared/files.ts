import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { badInput } from './errors';

/**
 * Make a folder and those above it, where they are missing.
 *
 * Level by level: Node's recursive `mkdir` never returns where the system says that a folder's parent is missing
 * although it is there, as /proc does.
 *
 * @param setting what names the folder, for the message: `KINDRED_DATA`
 * @param mode    of the folders that are made
 * @throws BAD_INPUT when it cannot be made, is no folder, or cannot be written to
 */
export function makeFolder(folder: string, setting: string, mode = 0o777): void {
  try {
    makeLevels(path.resolve(folder), mode);
  } catch (error) {
    throw unusableFolder(`${setting}: `, folder, error, `Set ${setting} to another folder.`);
  }
}

/**
 * {@link makeFolder} for the results of a command or a service.
 *
 * @throws BAD_INPUT as above, and for an empty name
 */
export function makeResultFolder(folder: string): void {
  if (folder === '') throw badInput('A folder for the results is expected, came an empty name. Name one.');
  try {
    makeLevels(path.resolve(folder), 0o777);
  } catch (error) {
    throw unusableFolder('', folder, error, 'Name another folder.');
  }
}

function unusableFolder(setting: string, folder: string, error: unknown, advice: string): Error {
  const target = path.resolve(folder);
  return badInput(
    `${setting}expected a folder that can be written to, came ${JSON.stringify(target)}, which ` +
      `cannot be used (${(error as Error).message}). ${advice}`,
    { folder: target },
  );
}

function makeLevels(target: string, mode: number): void {
  const { root } = path.parse(target);
  const names = target.slice(root.length).split(path.sep).filter(Boolean);
  names.reduce((above, name) => makeOne(path.join(above, name), mode), root);
  fs.accessSync(target, fs.constants.W_OK | fs.constants.X_OK);
}

function makeOne(folder: string, mode: number): string {
  if (!fs.existsSync(folder)) {
    try {
      fs.mkdirSync(folder, { mode });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was faster
    }
  }
  if (!fs.statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}

/** @throws BAD_INPUT when a file is missing, is a folder, or may not be read */
export function checkReadable(file: string, advice: string): void {
  try {
    if (fs.statSync(file).isDirectory()) throw new Error('it is a folder');
    fs.accessSync(file, fs.constants.R_OK);
  } catch (error) {
    throw badInput(`${file} cannot be read (${(error as Error).message}). ${advice}`, { file });
  }
}

/**
 * Find out before the work whether its result can be written to a file afterwards.
 *
 * @param option what names the file, for the message: `--report`
 * @throws BAD_INPUT when it is no regular file, or its folder is missing or cannot be written to
 */
export function checkWritable(file: string, option: string): void {
  const target = path.resolve(file);
  const probe = partialOf(target);
  try {
    if (file === '') throw new Error('the name is empty');
    if (fs.existsSync(target) && !fs.statSync(target).isFile()) throw new Error('it is not a file');
    fs.closeSync(fs.openSync(probe, 'w'));
    fs.rmSync(probe);
  } catch (error) {
    throw badInput(
      `${option}: expected a file that can be written in a folder that is there, came ${JSON.stringify(file)} ` +
        `(${(error as Error).message}). Name another file, or make its folder first.`,
      { file },
    );
  }
}

function partialOf(file: string): string {
  return `${file}.${process.pid}.partial`;
}

/** Write a small text file so that readers, and a run killed in the middle, see the old text or the whole new one. */
export function writeFileAtomically(file: string, text: string | Uint8Array): void {
  const partial = partialOf(file);
  const handle = fs.openSync(partial, 'w');
  try {
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  fs.renameSync(partial, file);
}

/** SHA-256 of a file, hexadecimal, read in pieces. */
export function sha256OfFile(file: string): string {
  const hash = createHash('sha256');
  const handle = fs.openSync(file, 'r');
  const piece = Buffer.alloc(1 << 20);
  try {
    for (let read = fs.readSync(handle, piece); read > 0; read = fs.readSync(handle, piece)) {
      hash.update(piece.subarray(0, read));
    }
  } finally {
    fs.closeSync(handle);
  }
  return hash.digest('hex');
}
