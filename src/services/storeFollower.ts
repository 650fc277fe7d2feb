import { log } from '../shared/log';

/**
 * A change carries the time its transaction began and shows when it has ended, so each look goes back over more than a
 * usual transaction takes, and some over more than any takes.
 */
const lookBackMs = 3_000;
export const longLookBackMs = 60_000;
const longLookEvery = 20;

/** What is looked for: what has changed `from` a moment of the store's clock on. */
export interface Look {
  readonly from: number;
  /** whether it goes back over more than any transaction takes */
  readonly isLong: boolean;
}

/** Looks again and again at what other processes have changed in the store, one look at a time. */
export class StoreFollower {
  /** up to when it was looked, by the store's clock */
  since = 0;
  private looks = 0;
  private turn: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param look gives the store's clock at the time of the look */
  constructor(
    private readonly look: (look: Look) => Promise<number>,
    private readonly pollMs = 1_000,
  ) {}

  /** Look now, after the looks that were asked for before. */
  refresh(): Promise<void> {
    const turn = this.turn.catch(() => undefined).then(() => this.next());
    this.turn = turn;
    return turn;
  }

  /** From now on, until it is closed. */
  start(): void {
    if (this.isClosed) return;
    clearTimeout(this.timer); // of a start before this one
    this.timer = setTimeout(() => {
      void this.refresh()
        .catch(logFailure)
        .finally(() => this.start());
    }, this.pollMs);
    this.timer.unref();
  }

  /** Let the next look be a long one. */
  lookFar(): void {
    this.looks = 0;
  }

  /** No look begins any more. @returns when the one under way has ended */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.turn.catch(() => undefined);
  }

  private async next(): Promise<void> {
    if (this.isClosed) return;
    const isLong = this.looks++ % longLookEvery === 0;
    this.since = await this.look({ from: this.since - (isLong ? longLookBackMs : lookBackMs), isLong });
  }
}

/** A store that fails is looked at again soon. */
export function logFailure(error: unknown): void {
  log.debug({ err: error }, 'the store could not be looked at');
}
