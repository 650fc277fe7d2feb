import { setTimeout as sleep } from 'node:timers/promises';
import { storeClock } from '../../graph/changes';
import { readCatalogue } from '../../graph/catalogue';
import { catalogueRevision, currentModels, listModels, type ModelRecord } from '../../graph/models';
import { cleanText } from '../../shared/text';
import type { EncoderClient } from '../encoding';
import { logFailure, type Look, StoreFollower } from '../storeFollower';
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
  private readonly follower: StoreFollower;
  private isServing = false;
  private revision = -1;

  constructor(private readonly options: ModelServiceOptions) {
    const { db, encoder } = options;
    this.encoder = encoder;
    this.follower = new StoreFollower((look) => this.follow(look), options.pollMs);
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
    this.follower.since = await storeClock(this.options.db);
    await this.refresh();
    this.isServing = true;
    this.follower.start();
  }

  /** Take note now of what other processes have changed. One at a time, in the order asked for. */
  refresh(): Promise<void> {
    return this.follower.refresh();
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
    const underWay = Promise.allSettled([this.follower.close(), this.missing.settled()]);
    await Promise.race([underWay, sleep(patienceMs, undefined, { ref: false })]);
    await this.served.close();
  }

  private async follow({ from, isLong }: Look): Promise<number> {
    const living = this.all().filter(({ candidates }) => candidates.alive);
    const { now, ...found } = await followChanges(this.options.db, living, from);
    const isNew = found.catalogueRevision !== this.revision;
    const isBroken = this.served.hasDied || (isLong && this.served.hasFaults);
    if (isNew || isBroken) await this.served.follow(await readCatalogue(this.options.db));
    if (isNew) this.follower.lookFar(); // what changed while a model was loading is in the range of a long look
    if (isNew || found.incomplete) this.missing.seek();
    this.revision = found.catalogueRevision;
    return now;
  }
}
