import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SetupError } from './errors.mjs';

/** Fetch `url` into `file`. @throws SetupError when it does not answer within `patience` ms or goes silent for long */
export async function download(url, file, patience = 5_000) {
  const connect = new AbortController();
  const timer = setTimeout(() => connect.abort(), patience);
  try {
    const response = await fetch(url, { signal: connect.signal });
    clearTimeout(timer);
    if (!response.ok) throw new Error(`status ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file), {
      signal: AbortSignal.timeout(10 * 60_000),
    });
  } catch (error) {
    throw new SetupError(`${new URL(url).host} cannot be reached (${error.cause?.code ?? error.name})`);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether anything answers at `url` within `patience` ms. */
export async function answers(url, patience = 4_000) {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patience) });
    return true;
  } catch {
    return false;
  }
}
