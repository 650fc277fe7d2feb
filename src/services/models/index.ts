import { setTimeout as sleep } from 'node:timers/promises';
import { storeClock } from '../../graph/changes';
import { readCatalogue } from '../../graph/catalogue';
import { catalogueRevision, currentModels, listModels, type ModelRecord } from '../../graph/models';
import { log } from '../../shared/log';
import { cleanText } from '../../shared/text';
import type { EncoderClient } from '../encoding';
import { modelFolder } from '../training/folders';
import { type Curve, thinned } from './curve';
import { followChanges } from './following';
import { MissingVectors } from './missingVectors';
import type { ServedModel } from './servedModel';
import { type Place, ServedModels } from './servedModels';

export type { Curve } from './curve';
export type { ServedModel } from './servedModel';

export interface ModelServiceOptions extends Place {
  /** between two looks at what other processes have changed */
  readonly pollMs?: number;
}

/** A current model and where its weights lie. */
export interface CurrentModel {
  readonly record: ModelRecord;
  readonly folder: string;
}

/**
 * A change carries the time its transaction began and shows when it has ended, so each look goes back over more than a
 * usual transaction takes, and some over more than any takes.
 */
const lookBackMs = 3_000;
const longLookBackMs = 60_000;
const longLookEvery = 20;

/** For a look under way when the service closes: a store that hangs must not keep the process from ending. */
const patienceMs = 3_000;

/**
 * The models: their records in the store, and, in a process that serves, the current ones with all vectors in memory,
 * kept up with what this and other processes write.
 */
export class ModelService {
  readonly encoder: EncoderClient;
  private readonly served: ServedModels;
  private readonly missing: MissingVectors;
  private readonly stop = new AbortController();
  private since = 0;
  private isServing = false;
  private looks = 0;
  private revision = -1;
  private timer: NodeJS.Timeout | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly options: ModelServiceOptions) {
    const { db, encoder } = options;
    this.encoder = encoder;
    this.served = new ServedModels(options);
    this.missing = new MissingVectors(db, encoder, () => this.all(), this.stop.signal);
  }

  /** All versions of all models, the newest first. */
  list(): Promise<ModelRecord[]> {
    return listModels(this.options.db);
  }

  /** The current models as the store has them now, and the revision of the catalogue that this holds for. */
  async current(): Promise<{ revision: number; models: CurrentModel[] }> {
    const { revision, models } = await currentModels(this.options.db);
    const folder = ({ id }: ModelRecord) => modelFolder(this.options.dataFolder, id);
    return { revision, models: models.map((record) => ({ record, folder: folder(record) })) };
  }

  catalogueRevision(): Promise<number> {
    return this.options.db.transaction('READ', catalogueRevision);
  }

  /** Load the current models; from then on they follow the store until {@link close}. */
  async start(): Promise<void> {
    this.encoder.start();
    this.since = await storeClock(this.options.db);
    await this.refresh();
    this.isServing = true;
    this.poll();
  }

  /** Take note now of what other processes have changed. One at a time, in the order asked for. */
  refresh(): Promise<void> {
    const turn = this.turn.catch(() => undefined).then(() => this.follow());
    this.turn = turn;
    return turn;
  }

  /** Show at once what this process has changed; a store that fails meanwhile is looked at again soon. */
  async catchUp(): Promise<void> {
    if (this.isServing) await this.refresh().catch(logFailure);
  }

  /**
   * The model that answers: a name means its current version, nothing the default.
   *
   * @throws NOT_FOUND naming those there are; MODEL_UNAVAILABLE when none is current; CORRUPT_FILE; BAD_INPUT
   */
  model(nameOrId?: string): ServedModel {
    return this.served.find(nameOrId === undefined ? undefined : cleanText('model', nameOrId));
  }

  /** How the training of a model that serves went, validation by validation; of others nothing is left. */
  curve(id: string): Curve | undefined {
    const model = this.all().find(({ record }) => record.id === id);
    return model && thinned(model.card.curve);
  }

  /** The models that serve, the one that became current last first. */
  all(): ServedModel[] {
    return this.served.all();
  }

  /** Stop following and free the vectors. */
  async close(): Promise<void> {
    this.stop.abort();
    clearTimeout(this.timer);
    const underWay = Promise.allSettled([this.turn, this.missing.settled()]);
    await Promise.race([underWay, sleep(patienceMs, undefined, { ref: false })]);
    await this.served.close();
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
    if (this.stop.signal.aborted) return;
    const isLong = this.looks++ % longLookEvery === 0;
    const since = this.since - (isLong ? longLookBackMs : lookBackMs);
    const living = this.all().filter(({ candidates }) => candidates.alive);
    const { now, ...found } = await followChanges(this.options.db, living, since);
    this.since = now;
    const isNew = found.catalogueRevision !== this.revision;
    const isBroken = this.served.hasDied || (isLong && this.served.hasFaults);
    if (isNew || isBroken) await this.served.follow(await readCatalogue(this.options.db));
    if (isNew) this.looks = 0; // what changed while a model was loading is in the range of the next look, a long one
    if (isNew || found.incomplete) this.missing.seek();
    this.revision = found.catalogueRevision;
  }
}

function logFailure(error: unknown): void {
  log.debug({ err: error }, 'the store could not be looked at');
}
