import path from 'node:path';
import { storeClock } from '../../graph/changes';
import type { Database } from '../../graph/database';
import { catalogueRevision, listModels, type ModelRecord } from '../../graph/models';
import { KindredError } from '../../shared/errors';
import { log } from '../../shared/log';
import type { EncoderClient } from '../encoding';
import { modelFolder } from '../training/folders';
import { followChanges } from './following';
import { embedMissing } from './missingVectors';
import { ServedModel } from './servedModel';

export { ServedModel } from './servedModel';

export interface ModelServiceOptions {
  readonly db: Database;
  readonly dataFolder: string;
  readonly encoder: EncoderClient;
  /** between two looks at what other processes have changed */
  readonly pollMs?: number;
}

/** A current model and where its weights lie. */
export interface CurrentModel {
  readonly record: ModelRecord;
  readonly folder: string;
}

/**
 * The models: their records in the store, and, in a process that serves, the current ones with all vectors in memory,
 * kept up with what this and other processes write.
 */
export class ModelService {
  readonly encoder: EncoderClient;
  private readonly db: Database;
  private readonly dataFolder: string;
  private readonly pollMs: number;
  private readonly served = new Map<string, ServedModel>();
  private readonly faults = new Map<string, KindredError>();
  private readonly stop = new AbortController();
  private since = 0;
  private revision = -1;
  private timer: NodeJS.Timeout | undefined;
  private turn: Promise<void> = Promise.resolve();
  private embedding: Promise<void> | undefined;

  constructor({ db, dataFolder, encoder, pollMs = 1_000 }: ModelServiceOptions) {
    this.db = db;
    this.dataFolder = dataFolder;
    this.encoder = encoder;
    this.pollMs = pollMs;
  }

  /** All versions of all models, the newest first. */
  list(): Promise<ModelRecord[]> {
    return listModels(this.db);
  }

  /** The current models as the store has them now, and the revision of the catalogue that this holds for. */
  async current(): Promise<{ revision: number; models: CurrentModel[] }> {
    const revision = await this.db.transaction('READ', catalogueRevision);
    const records = (await listModels(this.db)).filter(({ state }) => state === 'current');
    return {
      revision,
      models: records.map((record) => ({ record, folder: modelFolder(this.dataFolder, record.id) })),
    };
  }

  catalogueRevision(): Promise<number> {
    return this.db.transaction('READ', catalogueRevision);
  }

  /** Load the current models; from then on they follow the store until {@link close}. */
  async start(): Promise<void> {
    this.encoder.start();
    this.since = await storeClock(this.db);
    await this.refresh();
    const poll = () => {
      this.timer = setTimeout(() => {
        void this.refresh()
          .catch((error: unknown) => log.debug({ err: error }, 'the store could not be looked at'))
          .finally(() => !this.stop.signal.aborted && poll());
      }, this.pollMs);
      this.timer.unref();
    };
    poll();
  }

  /** Take note now of what other processes have changed. One at a time, in the order asked for. */
  refresh(): Promise<void> {
    const turn = this.turn.catch(() => undefined).then(() => this.follow());
    this.turn = turn;
    return turn;
  }

  /**
   * The model that answers: a name means its current version, nothing the one that became current last.
   *
   * @throws NOT_FOUND naming the models there are; MODEL_UNAVAILABLE when none is current; CORRUPT_FILE when its files
   *         cannot be read
   */
  model(nameOrId?: string): ServedModel {
    const found = this.find(nameOrId);
    if (found) return found;
    const fault = [...this.faults].find(
      ([id]) => nameOrId === undefined || id === nameOrId || nameOf(id) === nameOrId,
    );
    if (fault) throw fault[1];
    if (nameOrId === undefined) {
      throw new KindredError(
        'MODEL_UNAVAILABLE',
        'No model is current yet. Train one with the trainModel mutation or `kindred train`.',
      );
    }
    const known = this.all().map(({ record }) => record.id);
    throw new KindredError(
      'NOT_FOUND',
      `There is no current model ${JSON.stringify(nameOrId)}. ${known.length > 0 ? `Current: ${known.join(', ')}.` : 'None is current yet: train one.'}`,
      { model: nameOrId, current: known },
    );
  }

  /** The models that serve, the one that became current last first. */
  all(): ServedModel[] {
    return [...this.served.values()].sort((a, b) =>
      (b.record.currentAt ?? '').localeCompare(a.record.currentAt ?? ''),
    );
  }

  /** Stop following and free the vectors. */
  async close(): Promise<void> {
    this.stop.abort();
    clearTimeout(this.timer);
    await this.turn.catch(() => undefined);
    await this.embedding?.catch(() => undefined);
    await Promise.all(this.all().map((model) => model.close()));
    this.served.clear();
  }

  private find(nameOrId?: string): ServedModel | undefined {
    if (nameOrId === undefined) return this.all()[0];
    return this.served.get(nameOrId) ?? this.all().find(({ record }) => record.name === nameOrId);
  }

  private async follow(): Promise<void> {
    if (this.stop.signal.aborted) return;
    const {
      now,
      catalogueRevision: revision,
      incomplete,
    } = await followChanges(this.db, this.all(), this.since);
    this.since = now;
    if (revision !== this.revision) await this.load();
    if (incomplete || revision !== this.revision) this.embedMissing();
    this.revision = revision;
  }

  private async load(): Promise<void> {
    const { models } = await this.current();
    const snapshots = path.join(this.dataFolder, 'vectors');
    this.faults.clear();
    await Promise.all(
      models.map(async ({ record, folder }) => {
        if (this.served.has(record.id)) return;
        try {
          await this.encoder.encode(folder, ['the first text makes the encoder read the weights']);
          this.served.set(record.id, await ServedModel.load(this.db, record, folder, snapshots));
        } catch (error) {
          if (!(error instanceof KindredError) || error.code === 'STORE_UNAVAILABLE') throw error;
          log.error({ model: record.id }, error.message);
          this.faults.set(record.id, error);
        }
      }),
    );
    const current = new Set(models.map(({ record }) => record.id));
    for (const [id, model] of this.served) {
      if (current.has(id)) continue;
      this.served.delete(id);
      await model.close();
    }
  }

  /** In the background, one run at a time; what it writes comes back as changes. */
  private embedMissing(): void {
    this.embedding ??= (async () => {
      for (const model of this.all()) await embedMissing(this.db, this.encoder, model, this.stop.signal);
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'entities without vectors could not be embedded'))
      .finally(() => (this.embedding = undefined));
  }
}

function nameOf(id: string): string {
  return id.slice(0, id.lastIndexOf('@'));
}
