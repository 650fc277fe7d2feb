import {
  type BareEntity,
  type ImportedEntity,
  type ImportedRelation,
  batchSize,
  importBareEntities,
  importEntities,
  importRelations,
  importTriples,
  type ImportStamp,
} from '../../graph/bulk';
import type { Database } from '../../graph/database';
import { patiently } from '../../graph/patience';
import type { Triple } from '../../graph/types';
import { KindredError } from '../../shared/errors';
import { noProgress, type OnProgress } from '../../shared/progress';
import { SeenTriples } from './seenTriples';

export interface LoadingOptions {
  onProgress?: OnProgress;
  /** looked at before each batch */
  signal?: AbortSignal;
}

type Rows<T> = Iterable<T> | AsyncIterable<T>;

/**
 * One import on its way into the store: batches in order, each in its own transaction and repeatable, so that the
 * same import run again after any interruption ends with the same graph. It outlasts a restart of Neo4j.
 */
export class Loading {
  readonly counts = {
    entities: 0,
    entitiesCreated: 0,
    entitiesUpdated: 0,
    entitiesKept: 0,
    relations: 0,
    triplesRead: 0,
    triplesStored: 0,
    triplesAdded: 0,
    duplicates: 0,
  };
  private tripleSeconds = 0;
  private readonly stamp: ImportStamp;
  private readonly onProgress: OnProgress;
  private readonly signal: AbortSignal | undefined;

  constructor(
    private readonly db: Database,
    private readonly source: string,
    { onProgress = noProgress, signal }: LoadingOptions,
  ) {
    this.stamp = { by: `import:${source}`, at: Date.now() };
    this.onProgress = onProgress;
    this.signal = signal;
  }

  /** distinct triples a second, while triples were written */
  get triplesPerSecond(): number {
    return this.tripleSeconds > 0 ? Math.round(this.counts.triplesStored / this.tripleSeconds) : 0;
  }

  async relations(relations: ImportedRelation[]): Promise<void> {
    this.counts.relations += relations.length;
    await this.write(() => importRelations(this.db, relations, this.source));
  }

  async entities(entities: Rows<ImportedEntity>, total: number): Promise<void> {
    const report = this.stage('importing entities', 'entities', total);
    for await (const batch of batches(entities)) {
      const { created, updated, kept } = await this.write(() => importEntities(this.db, batch, this.stamp));
      this.counts.entitiesCreated += created;
      this.counts.entitiesUpdated += updated;
      this.counts.entitiesKept += kept;
      this.counts.entities += batch.length;
      report(batch.length);
    }
  }

  /** Entities that triples or types name and no text describes. */
  async bareEntities(entities: Rows<BareEntity>, total: number): Promise<void> {
    const report = this.stage('importing entities without a text', 'entities', total);
    for await (const batch of batches(entities)) {
      this.counts.entitiesCreated += await this.write(() =>
        importBareEntities(this.db, batch, this.source, this.stamp),
      );
      this.counts.entities += batch.length;
      report(batch.length);
    }
  }

  /** @param total of `triples`, equal ones counted each time */
  async triples(triples: Rows<Triple>, total: number): Promise<void> {
    const report = this.stage('importing triples', 'triples', total);
    const started = performance.now();
    let reported = this.counts.triplesRead;
    for await (const batch of batches(this.distinct(triples))) {
      const { stored, added } = await this.write(() => importTriples(this.db, batch, this.stamp));
      this.counts.triplesStored += stored;
      this.counts.triplesAdded += added;
      report(this.counts.triplesRead - reported);
      reported = this.counts.triplesRead;
    }
    this.tripleSeconds += (performance.now() - started) / 1000;
  }

  private async *distinct(triples: Rows<Triple>): AsyncGenerator<Triple> {
    const seen = new SeenTriples();
    for await (const triple of triples) {
      this.counts.triplesRead++;
      if (seen.add(triple)) yield triple;
      else this.counts.duplicates++;
    }
  }

  private stage(stage: string, unit: string, total: number): (more: number) => void {
    let done = 0;
    this.onProgress({ stage, unit, done, total });
    return (more) => this.onProgress({ stage, unit, done: (done += more), total });
  }

  private write<Result>(batch: () => Promise<Result>): Promise<Result> {
    throwIfStopped(this.signal, `${this.counts.entities} entities and ${this.counts.triplesStored} triples`);
    const onWait = (seconds: number) =>
      this.onProgress({ stage: 'waiting for Neo4j', unit: 's', done: seconds });
    return patiently(batch, { signal: this.signal, onWait });
  }
}

/** @throws CANCELLED */
export function throwIfStopped(signal: AbortSignal | undefined, done: string): void {
  if (signal?.aborted)
    throw new KindredError('CANCELLED', `The import was stopped after ${done}. Run it again to go on.`);
}

async function* batches<T>(rows: Rows<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
