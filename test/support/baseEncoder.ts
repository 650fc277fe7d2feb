import path from 'node:path';
import { loadSettings } from '../../src/config';

const settings = loadSettings();

/** The folder of all-MiniLM-L6-v2 that set-up put into the cache. */
export const baseEncoder = settings.KINDRED_BASE_ENCODER ?? path.join(settings.KINDRED_CACHE, 'all-MiniLM-L6-v2');

/** A BERT of two layers and 24 columns, made by `scripts/reference/encoders.py`: all that shape alone decides, in no time. */
export const tinyEncoder = path.resolve(__dirname, '../fixtures/encoders/tiny-bert');
