import type { Database } from '../../graph/database';
import { readSearchTexts, streamSearchTexts } from '../../graph/searchTexts';
import type { EntityVersion } from '../../graph/vectors';
import type { SearchDocument } from '../../models/search/document';
import type { SearchEngine } from '../../models/search/engine/searchEngine';
import { contentOf, documentOf } from './documents';

/** Entities added at once. */
const chunk = 20_000;

/** Entities read in one statement. */
const page = 2_000;

/** What was last read of an entity, or that it was deleted. */
interface Known {
  readonly version: number;
  /** hash of its document; undefined for one that is gone */
  readonly content?: string;
}

/** Brings what the store says of entities into an index, and remembers what it has brought. */
export class IndexContents {
  private readonly known = new Map<string, Known>();
  private changeCount = 0;

  constructor(
    private readonly db: Database,
    private readonly engine: SearchEngine,
  ) {}

  /** Grows with every change of what can be found. */
  get changes(): number {
    return this.changeCount;
  }

  knows({ id, version }: EntityVersion): boolean {
    return (this.known.get(id)?.version ?? -1) >= version;
  }

  /** All entities of the store, and no others. */
  async fill(signal: AbortSignal): Promise<void> {
    const old = new Set((await this.engine.versions()).keys());
    let batch: SearchDocument[] = [];
    for await (const texts of streamSearchTexts(this.db)) {
      signal.throwIfAborted();
      const document = documentOf(texts);
      batch.push(document);
      this.known.set(texts.id, { version: texts.version, content: contentOf(document) });
      old.delete(texts.id);
      if (batch.length < chunk) continue;
      await this.engine.put(batch);
      batch = [];
    }
    await this.engine.put(batch);
    await this.engine.remove([...old]);
    this.changeCount++;
  }

  /** Vectors are written to entities too: what is found in a text has not changed then, and the index stays. */
  async take(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += page) await this.takePage(ids.slice(at, at + page));
  }

  private async takePage(ids: readonly string[]): Promise<void> {
    const texts = await readSearchTexts(this.db, ids);
    const changed: SearchDocument[] = [];
    for (const own of texts) {
      if ((this.known.get(own.id)?.version ?? -1) > own.version) continue;
      const document = documentOf(own);
      const content = contentOf(document);
      if (this.known.get(own.id)?.content !== content) changed.push(document);
      this.known.set(own.id, { version: own.version, content });
    }
    if (changed.length === 0) return;
    await this.engine.put(changed);
    this.changeCount++;
  }

  /** What is gone for certain, whatever was last read of it: a triple that came later made it newer. */
  async drop(ids: readonly string[]): Promise<void> {
    await this.forget(ids.map((id) => ({ id, version: this.known.get(id)?.version ?? -1 })));
  }

  async forget(entities: readonly EntityVersion[]): Promise<void> {
    const gone = entities.filter(({ id, version }) => {
      const known = this.known.get(id);
      return !known || (known.content !== undefined && known.version <= version);
    });
    if (gone.length === 0) return;
    for (const { id, version } of gone) this.known.set(id, { version });
    await this.engine.remove(gone.map(({ id }) => id));
    this.changeCount++;
  }
}
