import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../graph/database';
import type { Catalogue } from '../../graph/catalogue';
import type { ModelRecord } from '../../graph/models';
import { readsTexts } from '../../models/encoders/textEncoder';
import { KindredError, quoted } from '../../shared/errors';
import { log } from '../../shared/log';
import type { EncoderClient } from '../encoding';
import { modelFolder } from '../training/folders';
import { noCurrentModel } from './noCurrentModel';
import { removeSnapshot, ServedModel } from './servedModel';

/** How long requests that began with a model may still use it after another has taken its place. */
const graceMs = 10_000;

export interface Place {
  readonly db: Database;
  readonly dataFolder: string;
  readonly encoder: EncoderClient;
}

/** The current models in this process's memory. A new version takes its predecessor's place when it is wholly loaded. */
export class ServedModels {
  private readonly served = new Map<string, ServedModel>();
  /** why current models could not be loaded */
  private readonly faults = new Map<string, { record: ModelRecord; fault: KindredError }>();
  private readonly leaving = new Set<Promise<void>>();
  /** the name that answers when none is given */
  private chosen: string | undefined;
  private readonly closed = new AbortController();

  constructor(private readonly place: Place) {}

  /** The one that became current last first. */
  all(): ServedModel[] {
    return [...this.served.values()].sort(latestFirst);
  }

  /** Whether some current model could not be loaded. */
  get hasFaults(): boolean {
    return this.faults.size > 0;
  }

  /** Whether the search of some model has failed since it was loaded. */
  get hasDied(): boolean {
    return this.all().some(({ candidates }) => !candidates.alive);
  }

  /**
   * The model that answers: a name means its current version, nothing the chosen name, or where none is
   * chosen the one that became current last.
   *
   * @throws NOT_FOUND naming the models there are; MODEL_UNAVAILABLE when none is current; CORRUPT_FILE when its files
   *         cannot be read
   */
  find(nameOrId?: string): ServedModel {
    const meant = nameOrId ?? this.chosen;
    const isMeant = (id: string) => meant === undefined || id === meant || nameOf(id) === meant;
    const served = this.all().map((model) => ({ record: model.record, model }));
    // An older model that happens to work would give other answers than those that were asked for.
    const [found] = [...served, ...this.faults.values()]
      .filter(({ record }) => isMeant(record.id))
      .sort(latestFirst);
    if (found && 'fault' in found) throw found.fault;
    if (found) return found.model;
    if (nameOrId === undefined) throw noCurrentModel();
    const current = this.all().map(({ record }) => record.id);
    throw new KindredError(
      'NOT_FOUND',
      `There is no current model ${quoted(nameOrId)}. ` +
        (current.length > 0 ? `Current: ${current.join(', ')}.` : 'None is current yet: train one.'),
      { model: nameOrId, current },
    );
  }

  /**
   * Load what is current and not here yet, let go of what is not current any more. A model that cannot be loaded keeps
   * none of the others from serving.
   */
  async follow({ models: records, chosen }: Catalogue): Promise<void> {
    const current = records.filter(({ state }) => state === 'current');
    await Promise.all(current.map((record) => this.load(record)));
    this.chosen = chosen;
    const ids = new Set(current.map(({ id }) => id));
    for (const id of this.faults.keys()) if (!ids.has(id)) this.faults.delete(id);
    for (const [id, model] of this.served) if (!ids.has(id)) this.letGo(model);
    const past = records.filter(({ state }) => state === 'retired' || state === 'failed');
    await Promise.all(past.map((record) => removeSnapshot(this.place.dataFolder, record)));
  }

  async close(): Promise<void> {
    this.closed.abort();
    await Promise.all([...this.leaving, ...this.all().map((model) => model.close())]);
    this.served.clear();
  }

  private async load(record: ModelRecord): Promise<void> {
    const { db, dataFolder, encoder } = this.place;
    const held = this.served.get(record.id);
    if (held?.candidates.alive) return;
    const folder = modelFolder(dataFolder, record.id);
    try {
      const [model] = await Promise.all([
        ServedModel.load(db, record, folder, dataFolder),
        // Stored entities can be asked about even so; whoever sends a text is told what is wrong.
        readsTexts(record.encoder) &&
          encoder.warm(folder).catch(({ message }: Error) => log.error({ model: record.id }, message)),
      ]);
      this.served.set(record.id, model);
      this.faults.delete(record.id);
      log.debug({ model: record.id, entities: model.candidates.size }, 'model loaded');
    } catch (error) {
      if (!(error instanceof KindredError) || error.code === 'STORE_UNAVAILABLE') throw error;
      if (!this.faults.has(record.id)) log.error({ model: record.id }, error.message);
      this.faults.set(record.id, { record, fault: error });
    }
  }

  private letGo(model: ServedModel): void {
    this.served.delete(model.record.id);
    const leaving = sleep(graceMs, undefined, { signal: this.closed.signal, ref: false })
      .catch(() => undefined)
      .then(() => model.close())
      .finally(() => this.leaving.delete(leaving));
    this.leaving.add(leaving);
  }
}

/** The one that became current last comes first. */
function latestFirst(a: { record: ModelRecord }, b: { record: ModelRecord }): number {
  return (b.record.currentAt ?? '').localeCompare(a.record.currentAt ?? '');
}

function nameOf(id: string): string {
  return id.slice(0, id.lastIndexOf('@'));
}
