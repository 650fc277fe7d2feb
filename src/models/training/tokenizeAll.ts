import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OnProgress } from '../../shared/progress';
import type { TextEncoder } from '../encoders';

/** Texts between two reports: a fraction of a second. */
const texts = 2048;

/** Token ids of every text, letting the event loop run in between. */
export async function tokenizeAll(
  encoder: TextEncoder,
  all: readonly string[],
  onProgress: OnProgress,
): Promise<Int32Array[]> {
  const tokens: Int32Array[] = [];
  for (let start = 0; start < all.length; start += texts) {
    tokens.push(...encoder.tokenize(all.slice(start, start + texts)).ids);
    onProgress({ stage: 'reading texts', done: tokens.length, total: all.length, unit: 'texts' });
    await nextTurn();
  }
  return tokens;
}
