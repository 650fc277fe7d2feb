import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../graph/database';
import { readSearchTexts, searchChangesSince, streamSearchTexts } from '../../graph/searchTexts';
import { countEntities } from '../../graph/entities';
import type { EntityVersion } from '../../graph/vectors';
import { storeClock } from '../../graph/changes';
import type { LanguageCode } from '../../models/search/analysis';
import type { SearchDocument } from '../../models/search/document';
import { SearchEngine } from '../../models/search/engine/searchEngine';
import { KindredError } from '../../shared/errors';
import { log } from '../../shared/log';
import { contentOf, documentOf } from './documents';

export interface SearchIndexOptions {
  readonly db: Database;
  readonly dataFolder: string;
  readonly language: LanguageCode;
  /** between two looks at what other processes have changed */
  readonly pollMs?: number;
}

/** Entities read in one statement, and added at once. */
const chunk = 2_000;
const chunkOfAll = 20_000;

/** As the models look: more than a usual transaction takes, and now and then more than any. */
const lookBackMs = 3_000;
const longLookBackMs = 60_000;
const longLookEvery = 20;

/** Between two savings of an index that changes. */
const saveEveryMs = 5 * 60_000;

/** What was last read of an entity, or that it was deleted. */
interface Known {
  readonly version: number;
  /** hash of its document; undefined for one that is gone */
  readonly content?: string;
}

/**
 * The search index of the store's entities, in a thread, kept up with what this and other processes write. It is a copy:
 * what is saved spares the next start the reading, and is made again where it does not fit the store.
 */
export class SearchIndex {
  private engine: SearchEngine | undefined;
  private opening: Promise<void> | undefined;
  private readonly known = new Map<string, Known>();
  private since = 0;
  private changeCount = 0;
  private looks = 0;
  private savedAt = 0;
  private hasChanged = false;
  private turn: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private readonly stop = new AbortController();

  constructor(private readonly options: SearchIndexOptions) {}

  /** Load or make the index in the background; from then on it follows the store until {@link close}. */
  start(): void {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      log.error({ err: error }, 'the search index could not be made');
    });
  }

  /** @throws MODEL_UNAVAILABLE while it cannot be asked */
  async ready(): Promise<SearchEngine> {
    if (this.engine && !this.engine.alive) {
      this.engine = undefined;
      this.opening = undefined;
    }
    this.start();
    await this.opening;
    if (this.engine) return this.engine;
    throw new KindredError('MODEL_UNAVAILABLE', 'The search index could not be made. Try again in a minute.');
  }

  /** Grows with every change of what can be found. */
  get changes(): number {
    return this.changeCount;
  }

  /**
   * Show at once what this process has changed. While the index is being made nothing is to be done: what is read then,
   * or looked back to, has it. A store that fails now is looked at again soon.
   */
  async changed(ids: readonly string[]): Promise<void> {
    if (this.engine?.alive) await this.take(ids).catch(logFailure);
  }

  async removed(entities: readonly EntityVersion[]): Promise<void> {
    if (this.engine?.alive) await this.forget(entities).catch(logFailure);
  }

  /** Take note now of what other processes have changed. */
  refresh(): Promise<void> {
    const turn = this.turn.catch(() => undefined).then(() => this.follow());
    this.turn = turn;
    return turn;
  }

  async close(): Promise<void> {
    this.stop.abort();
    clearTimeout(this.timer);
    await Promise.race([this.turn.catch(() => undefined), sleep(3_000, undefined, { ref: false })]);
    if (this.engine?.alive) {
      await this.save().catch(() => undefined);
      await this.engine.close();
    }
  }

  private get folder(): string {
    return path.join(this.options.dataFolder, 'search', this.options.language);
  }

  private async open(): Promise<void> {
    const { db, language } = this.options;
    const { folder } = this;
    const { engine, loaded } = await SearchEngine.open({ language, folder });
    try {
      if (loaded.mark === undefined || !(await this.fits(loaded.mark))) await this.fill(engine);
      else this.since = loaded.mark;
      this.engine = engine;
      await this.refresh();
      if ((await countEntities(db)) !== (await engine.versions()).size) await this.fill(engine);
    } catch (error) {
      this.engine = undefined;
      await engine.close();
      throw error;
    }
    this.poll();
  }

  /** Whether the store can be the one that was saved: its clock does not go back. */
  private async fits(mark: number): Promise<boolean> {
    return mark <= (await storeClock(this.options.db));
  }

  private async fill(engine: SearchEngine): Promise<void> {
    const { db } = this.options;
    const start = performance.now();
    this.since = await storeClock(db);
    const old = new Set((await engine.versions()).keys());
    let batch: SearchDocument[] = [];
    for await (const texts of streamSearchTexts(db)) {
      this.stop.signal.throwIfAborted();
      const document = documentOf(texts);
      batch.push(document);
      this.known.set(texts.id, { version: texts.version, content: contentOf(document) });
      old.delete(texts.id);
      if (batch.length < chunkOfAll) continue;
      await engine.put(batch);
      batch = [];
    }
    await engine.put(batch);
    await engine.remove([...old]);
    this.noteChange();
    log.debug({ ms: Math.round(performance.now() - start) }, 'search index made');
  }

  private poll(): void {
    if (this.stop.signal.aborted) return;
    this.timer = setTimeout(() => {
      void this.refresh()
        .catch(logFailure)
        .finally(() => this.poll());
    }, this.options.pollMs ?? 1_000);
    this.timer.unref();
  }

  private async follow(): Promise<void> {
    if (this.stop.signal.aborted || !this.engine?.alive) return;
    const isLong = this.looks++ % longLookEvery === 0;
    const since = this.since - (isLong ? longLookBackMs : lookBackMs);
    const { now, changed, deleted } = await searchChangesSince(this.options.db, since);
    await this.forget(deleted);
    // What changes twice within a millisecond has one version: long looks read all that may have.
    const news = changed.filter((entity) => isLong || !this.knows(entity)).map(({ id }) => id);
    for (let at = 0; at < news.length; at += chunk) await this.take(news.slice(at, at + chunk));
    this.since = now;
    if (this.hasChanged && Date.now() - this.savedAt > saveEveryMs) await this.save();
  }

  private knows({ id, version }: EntityVersion): boolean {
    return (this.known.get(id)?.version ?? -1) >= version;
  }

  /** Vectors are written to entities too: what is found in a text has not changed then, and the index stays. */
  private async take(ids: readonly string[]): Promise<void> {
    const texts = await readSearchTexts(this.options.db, ids);
    const changed: SearchDocument[] = [];
    for (const own of texts) {
      if ((this.known.get(own.id)?.version ?? -1) > own.version) continue;
      const document = documentOf(own);
      const content = contentOf(document);
      if (this.known.get(own.id)?.content !== content) changed.push(document);
      this.known.set(own.id, { version: own.version, content });
    }
    if (changed.length === 0) return;
    await this.engine!.put(changed);
    this.noteChange();
  }

  private async forget(entities: readonly EntityVersion[]): Promise<void> {
    const gone = entities.filter(({ id, version }) => {
      const known = this.known.get(id);
      return !known || (known.content !== undefined && known.version <= version);
    });
    if (gone.length === 0) return;
    for (const { id, version } of gone) this.known.set(id, { version });
    await this.engine!.remove(gone.map(({ id }) => id));
    this.noteChange();
  }

  private noteChange(): void {
    this.hasChanged = true;
    this.changeCount++;
  }

  private async save(): Promise<void> {
    if (!this.hasChanged) return;
    await this.engine!.save(this.folder, this.since - longLookBackMs);
    this.hasChanged = false;
    this.savedAt = Date.now();
  }
}

function logFailure(error: unknown): void {
  log.debug({ err: error }, 'the store could not be looked at');
}
