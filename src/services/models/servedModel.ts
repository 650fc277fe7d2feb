import { rm } from 'node:fs/promises';
import type { Database } from '../../graph/database';
import type { ModelRecord } from '../../graph/models';
import { type Coverage, readCoverage } from '../../models/blp/coverage';
import type { ModelCard } from '../../models/blp/modelCard';
import { readRelations, relationVectors } from '../../models/blp/modelFolder';
import { readsTexts } from '../../models/encoders/textEncoder';
import { ExactSearch } from '../../models/candidates/exactSearch';
import { checkedCard } from './checkedCard';
import { fill } from './filling';
import { snapshotFile } from './snapshot';

/** An entity at one moment of its `updatedAt`. */
export interface Held {
  readonly id: string;
  /** the entity's `updatedAt` */
  readonly version: number;
}

export interface HeldVector extends Held {
  /** `[dimension]` */
  readonly vector: ArrayLike<number>;
}

/** A current model ready to answer: its relations, and the vectors of all entities in memory. */
export class ServedModel {
  /** `updatedAt` of each entity whose vector (or whose deletion) has been taken note of. */
  private readonly versions = new Map<string, number>();
  private changeCount = 0;

  private constructor(
    readonly record: ModelRecord,
    readonly folder: string,
    readonly card: ModelCard,
    /** `[dimension]` by relation id */
    readonly relations: ReadonlyMap<string, Float32Array>,
    readonly candidates: ExactSearch,
    /** the entities it can have a vector of */
    readonly coverage: Coverage,
  ) {}

  /** Whether it makes a vector of any text; if not, it has those of its training's entities alone. */
  get readsTexts(): boolean {
    return readsTexts(this.card.encoder);
  }

  /**
   * @param folder of the trained model
   * @throws CORRUPT_FILE naming a file that is missing or damaged, or that is not the one the store knows
   */
  static async load(
    db: Database,
    record: ModelRecord,
    folder: string,
    dataFolder: string,
  ): Promise<ServedModel> {
    checkedCard(folder, record);
    const stored = readRelations(folder);
    const { card } = stored;
    const search = new ExactSearch(card.dimension);
    const coverage = readCoverage(folder, card);
    const model = new ServedModel(record, folder, card, relationVectors(stored), search, coverage);
    try {
      await fill({
        db,
        property: record.vectorProperty,
        dimension: card.dimension,
        file: snapshotFile(dataFolder, record.id, record.sha256),
        take: ({ ids, versions, vectors }) => {
          ids.forEach((id, row) => model.versions.set(id, versions[row]!));
          return search.upsert(ids, vectors);
        },
      });
    } catch (error) {
      await search.close();
      throw error;
    }
    return model;
  }

  /** Grows when vectors come or go. */
  get changes(): number {
    return this.changeCount;
  }

  /** Take vectors that the store holds; those not newer than what is held are passed over. */
  async remember(rows: readonly HeldVector[]): Promise<void> {
    const fresh = rows.filter((row) => !this.knows(row));
    if (fresh.length === 0) return;
    const { dimension } = this.card;
    const vectors = new Float32Array(fresh.length * dimension);
    fresh.forEach(({ id, version, vector }, row) => {
      this.versions.set(id, version);
      vectors.set(vector, row * dimension);
    });
    await this.candidates.upsert(
      fresh.map(({ id }) => id),
      vectors,
    );
    this.changeCount++;
  }

  /** Entities that are deleted, or whose vector the store no longer has. */
  async forget(rows: readonly Held[]): Promise<void> {
    const gone = rows.filter(({ id, version }) => version >= (this.versions.get(id) ?? -1));
    for (const { id, version } of gone) this.versions.set(id, version);
    if (gone.length === 0) return;
    await this.candidates.remove(gone.map(({ id }) => id));
    this.changeCount++;
  }

  /** Whether the entity has been seen at this version, or a later one. */
  knows({ id, version }: Held): boolean {
    return (this.versions.get(id) ?? -1) >= version;
  }

  close(): Promise<void> {
    return this.candidates.close();
  }
}

/** The vectors of a model that will not serve again. */
export async function removeSnapshot(dataFolder: string, { id, sha256 }: ModelRecord): Promise<void> {
  await rm(snapshotFile(dataFolder, id, sha256), { force: true });
}
