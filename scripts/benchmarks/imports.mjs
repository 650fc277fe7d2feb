import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { report, root } from './support.mjs';

/** `kindred import wordnet` into a local Neo4j that has just been made. */
export async function imports() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-import-'));
  try {
    const output = execFileSync(
      process.execPath,
      [path.join(root, 'scripts/kindred.mjs'), 'import', 'wordnet', '--json'],
      {
        encoding: 'utf8',
        env: { ...process.env, KINDRED_DATA: folder },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const found = JSON.parse(output);
    report([
      {
        what: 'import of WordNet',
        target: '≥ 8000 triples/s',
        measured: `${found.triplesPerSecond.toFixed(0)} triples/s; ${found.entities} entities and ${found.triplesStored} triples in ${found.seconds.toFixed(0)} s`,
      },
    ]);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
