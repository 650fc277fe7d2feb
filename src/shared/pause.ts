import { setTimeout as sleep } from 'node:timers/promises';

/** Sleep that an abort ends early and quietly. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
