import path from 'node:path';
import { baseEncoderFolder, loadSettings } from '../../src/config';

/** The folder of all-MiniLM-L6-v2 that set-up put into the cache. */
export const baseEncoder = baseEncoderFolder(loadSettings());

/** A BERT of two layers and 24 columns, made by `scripts/reference/encoders.py`: all that shape alone decides, in no time. */
export const tinyEncoder = path.resolve(__dirname, '../fixtures/encoders/tiny-bert');
