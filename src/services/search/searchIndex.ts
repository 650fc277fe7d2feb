import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { storeClock, storeId } from '../../graph/changes';
import type { Database } from '../../graph/database';
import { countEntities } from '../../graph/entities';
import { searchChangesSince } from '../../graph/searchTexts';
import type { LanguageCode } from '../../models/search/analysis';
import { SearchEngine } from '../../models/search/engine/searchEngine';
import { KindredError } from '../../shared/errors';
import { log } from '../../shared/log';
import { logFailure, longLookBackMs, type Look, StoreFollower } from '../storeFollower';
import { IndexContents } from './indexContents';

export interface SearchIndexOptions {
  readonly db: Database;
  readonly dataFolder: string;
  readonly language: LanguageCode;
  /** between two looks at what other processes have changed */
  readonly pollMs?: number;
}

/** Between two savings of an index that changes. */
const saveEveryMs = 5 * 60_000;

/** How long a search waits for an index that is being made. */
const patienceMs = 20_000;

/** For a look under way when the index closes. */
const closingMs = 3_000;

/** An index that can be asked. */
interface Open {
  readonly engine: SearchEngine;
  readonly contents: IndexContents;
}

/**
 * The search index of the store's entities, in a thread, kept up with what this and other processes write. It is a copy:
 * what is saved spares the next start the reading, and is made again where it does not fit the store.
 */
export class SearchIndex {
  private open: Open | undefined;
  private opening: Promise<void> | undefined;
  private changesBefore = 0;
  private saved = { at: 0, changes: 0 };
  private readonly follower: StoreFollower;
  private readonly stop = new AbortController();

  constructor(private readonly options: SearchIndexOptions) {
    this.follower = new StoreFollower((look) => this.follow(look), options.pollMs);
  }

  /** Load or make the index in the background; from then on it follows the store until {@link close}. */
  start(): void {
    this.opening ??= this.make().catch((error: unknown) => {
      this.opening = undefined;
      if (!this.stop.signal.aborted) log.error({ err: error }, 'the search index could not be made');
    });
  }

  /** @throws MODEL_UNAVAILABLE while it cannot be asked */
  async ready(): Promise<SearchEngine> {
    const usable = this.usable();
    if (usable) return usable;
    if (this.open) {
      this.changesBefore += this.open.contents.changes + 1;
      this.open = undefined;
      this.opening = undefined;
    }
    this.start();
    await Promise.race([this.opening, sleep(patienceMs, undefined, { ref: false })]);
    const made = this.usable();
    if (made) return made;
    const what = this.opening ? 'is being made' : 'could not be made';
    throw new KindredError('MODEL_UNAVAILABLE', `The search index ${what}. Try again in a minute.`);
  }

  /** Grows with every change of what can be found. */
  get changes(): number {
    return this.changesBefore + (this.open?.contents.changes ?? 0);
  }

  /**
   * Show at once what this process has changed. While the index is being made nothing is to be done: what is read then,
   * or looked back to, has it. A store that fails now is looked at again soon.
   */
  async changed(ids: readonly string[]): Promise<void> {
    if (this.open?.engine.alive) await this.open.contents.take(ids).catch(logFailure);
  }

  async removed(ids: readonly string[]): Promise<void> {
    if (this.open?.engine.alive) await this.open.contents.drop(ids).catch(logFailure);
  }

  async close(): Promise<void> {
    this.stop.abort();
    const underWay = Promise.allSettled([this.opening, this.follower.close()]);
    await Promise.race([underWay, sleep(closingMs, undefined, { ref: false })]);
    if (!this.open?.engine.alive) return;
    await this.save().catch(logUnsaved);
    await this.open.engine.close();
  }

  private usable(): SearchEngine | undefined {
    return this.open?.engine.alive ? this.open.engine : undefined;
  }

  private get folder(): string {
    return path.join(this.options.dataFolder, 'search', this.options.language);
  }

  private async make(): Promise<void> {
    const { db, language } = this.options;
    const { signal } = this.stop;
    const source = await storeId(db);
    const { engine, loaded } = await SearchEngine.open({ language, source, folder: this.folder });
    const contents = new IndexContents(db, engine);
    try {
      const now = await storeClock(db);
      this.follower.since = Math.min(loaded.mark ?? now, now); // a clock may have been set back
      if (loaded.mark === undefined) await contents.fill(signal);
      this.open = { engine, contents };
      await this.follower.refresh();
      if ((await countEntities(db)) !== (await engine.versions()).size) await contents.fill(signal);
    } catch (error) {
      this.open = undefined;
      await engine.close();
      throw error;
    }
    this.follower.start();
  }

  private async follow({ from, isLong }: Look): Promise<number> {
    if (!this.open?.engine.alive) return this.follower.since;
    const { contents } = this.open;
    const { now, changed, deleted } = await searchChangesSince(this.options.db, from);
    await contents.forget(deleted);
    // What changes twice within a millisecond has one version: long looks read all that may have.
    const news = changed.filter((entity) => isLong || !contents.knows(entity)).map(({ id }) => id);
    await contents.take(news);
    // A copy that cannot be kept is no reason not to search.
    if (Date.now() - this.saved.at > saveEveryMs) await this.save().catch(logUnsaved);
    return now;
  }

  private async save(): Promise<void> {
    const { changes } = this;
    if (!this.open || changes === this.saved.changes) return;
    this.saved.at = Date.now(); // what fails now is tried again as late as what is kept
    await this.open.engine.save(this.folder, this.follower.since - longLookBackMs);
    this.saved.changes = changes;
  }
}

function logUnsaved(error: unknown): void {
  log.warn({ err: error }, 'the search index could not be saved: the next start makes it again');
}
