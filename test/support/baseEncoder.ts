import { existsSync } from 'node:fs';
import path from 'node:path';
import { baseEncoderFolder, loadSettings } from '../../src/config';
import type { EncoderKind } from '../../src/models/encoders';

/** The folder of all-MiniLM-L6-v2 that set-up put into the cache. */
export const baseEncoder = baseEncoderFolder(loadSettings());

/** The folder of GloVe's vectors, where set-up could put them into the cache. */
export const wordVectors = baseEncoderFolder(loadSettings(), 'glove-bow');

/** Tests on GloVe's vectors; skipped where these are not there. */
export const describeWordVectors: (name: string, tests: () => void) => void = existsSync(wordVectors)
  ? describe
  : describe.skip;

const fixture = (name: string): string => path.resolve(__dirname, '../fixtures/encoders', name);

/** A BERT of two layers and 24 columns, made by `scripts/reference/encoders.py`: all that shape alone decides, in no time. */
export const tinyEncoder = fixture('tiny-bert');

/** Thirty words with vectors of eight values, made by the same script. */
export const tinyWords = fixture('tiny-words.txt');

/** What encoders of a kind start from in tests. */
export const baseOf = (kind: EncoderKind): string => (kind.startsWith('glove') ? tinyWords : tinyEncoder);

/** A cross-encoder in the form of transformers.js, made by `scripts/reference/cross_encoder.py`. */
export const tinyCrossEncoder = fixture('tiny-cross-encoder');
