import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sha256OfFile } from '../../shared/files';
import { checkpointFileNames } from './checkpoint';
import { type EncoderKind, readsTexts } from './textEncoder';

/**
 * SHA-256 of what an encoder starts from: names and contents of a checkpoint's files, or of word vectors. Where they
 * lie makes no difference.
 *
 * @param base as `encoderToTrain` takes it
 * @returns undefined for `lookup`, which starts from nothing, and where nothing is at `base`
 */
export function baseFingerprint(kind: EncoderKind, base: string): string | undefined {
  if (!readsTexts(kind) || !fs.existsSync(base)) return undefined;
  const hash = createHash('sha256');
  for (const [name, file] of filesOf(kind, base)) hash.update(`${name}\n${sha256OfFile(file)}\n`);
  return hash.digest('hex');
}

function filesOf(kind: EncoderKind, base: string): [name: string, file: string][] {
  if (!fs.statSync(base).isDirectory()) return [['', base]];
  const ofWords = (name: string) => name.endsWith('.npy') || name.endsWith('.parquet');
  const wanted = kind.startsWith('glove')
    ? ofWords
    : (name: string) => (checkpointFileNames as readonly string[]).includes(name);
  return fs
    .readdirSync(base)
    .filter(wanted)
    .sort()
    .map((name) => [name, path.join(base, name)]);
}
