import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { badInput } from '../../shared/errors';
import { splitStatements } from './statements';

export interface Migration {
  /** 1, 2, 3 …, without gaps */
  version: number;
  /** file name: V001__constraints.cypher */
  file: string;
  /** SHA-256 of the text, whatever its line ends and trailing blanks */
  checksum: string;
  statements: string[];
}

const fileName = /^V(\d{3,})__[a-z0-9_]+\.cypher$/;

/**
 * The migrations of a folder, in order.
 *
 * @throws BAD_INPUT for a wrongly named file, two files of one version, a missing version, an empty file
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cypher'));
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.sort((a, b) => a.version - b.version || a.file.localeCompare(b.file));
  migrations.forEach(({ version, file }, i) => {
    const before = migrations[i - 1];
    if (before?.version === version)
      throw badInput(`${before.file} and ${file} have the same version. Renumber one of them.`);
    if (version !== i + 1)
      throw badInput(`Version ${i + 1} is missing: ${file} follows ${before?.file ?? 'nothing'}.`);
  });
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const version = fileName.exec(file)?.[1];
  if (!version) throw badInput(`${file} is not named like V001__some_name.cypher.`);
  const text = await readFile(path.join(folder, file), 'utf8');
  const statements = splitStatements(text);
  if (statements.length === 0) throw badInput(`${file} holds no statement.`);
  return { version: Number(version), file, checksum: checksum(text), statements };
}

function checksum(text: string): string {
  const normalised = text
    .replace(/^\ufeff/, '')
    .replace(/[ \t]*\r?\n/g, '\n')
    .trimEnd();
  return createHash('sha256').update(normalised).digest('hex');
}
