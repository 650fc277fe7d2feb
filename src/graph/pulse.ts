import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver } from 'neo4j-driver';

/** How long work may go without an answer before the server is asked whether it lives, and how long that may take. */
const quietMs = 1_000;
const pulseMs = 850;

/**
 * Tells a server that hangs from one that is busy: a slow statement is waited for as long as the server answers a
 * trivial one on a connection of its own.
 */
export class Pulse {
  private beat: Promise<boolean> | undefined;

  constructor(private readonly driver: Driver) {}

  /** @param lost what to fail with when the server falls silent before `work` has ended */
  async guard<Result>(work: Promise<Result>, lost: () => Error): Promise<Result> {
    const done = work.then(
      () => true,
      () => true,
    );
    while (!(await within(quietMs, done))) {
      if (!(await this.lives()) && !(await within(0, done))) {
        work.catch(() => undefined); // it may still fail, with nobody left to hear it
        throw lost();
      }
    }
    return work;
  }

  async close(): Promise<void> {
    await this.driver.close();
  }

  /** One question at a time, whoever waits for the answer. */
  private lives(): Promise<boolean> {
    this.beat ??= within(pulseMs, this.ask()).finally(() => (this.beat = undefined));
    return this.beat;
  }

  private async ask(): Promise<boolean> {
    const session = this.driver.session({ defaultAccessMode: neo4j.session.READ });
    return session
      .run('RETURN 1')
      .then(
        () => true,
        () => true, // a refusal is an answer: the work itself will meet it
      )
      .finally(() => void session.close().catch(() => undefined));
  }
}

/** Whether a promise came true in time. */
async function within(ms: number, outcome: Promise<boolean>): Promise<boolean> {
  const end = new AbortController();
  const late = sleep(ms, false, { signal: end.signal }).catch(() => false);
  return Promise.race([outcome, late]).finally(() => end.abort());
}
