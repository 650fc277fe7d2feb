import type { Database } from '../../graph/database';
import type { ModelRecord } from '../../graph/models';
import { readVectors, vectorVersions } from '../../graph/vectors';
import type { ModelCard } from '../../models/blp/modelCard';
import { readRelations, relationVectors } from '../../models/blp/modelFolder';
import { ExactSearch } from '../../models/candidates/exactSearch';
import { readSnapshot, type SnapshotKey, writeSnapshot } from './snapshot';

/** Vectors read from the store in one statement. */
const chunk = 2_000;
/** Share of rows not in the snapshot from which writing a new one pays. */
const staleShare = 0.02;

export interface Held {
  readonly id: string;
  /** the entity's `updatedAt` */
  readonly version: number;
}

/** A current model ready to answer: its relations, and the vectors of all entities in memory. */
export class ServedModel {
  /** `updatedAt` of each entity whose vector (or whose deletion) has been taken note of. */
  private readonly versions = new Map<string, number>();

  private constructor(
    readonly record: ModelRecord,
    readonly folder: string,
    readonly card: ModelCard,
    /** `[dimension]` by relation id */
    readonly relations: ReadonlyMap<string, Float32Array>,
    readonly candidates: ExactSearch,
  ) {}

  /**
   * @param folder    of the trained model
   * @param snapshots folder of the snapshots
   * @throws CORRUPT_FILE
   */
  static async load(
    db: Database,
    record: ModelRecord,
    folder: string,
    snapshots: string,
  ): Promise<ServedModel> {
    const stored = readRelations(folder);
    const { card } = stored;
    const search = new ExactSearch(card.dimension);
    const model = new ServedModel(record, folder, card, relationVectors(stored), search);
    try {
      await model.fill(db, snapshots);
    } catch (error) {
      await search.close();
      throw error;
    }
    return model;
  }

  /** Take vectors that the store holds; those older than what is held are passed over. */
  async remember(rows: readonly (Held & { vector: ArrayLike<number> })[]): Promise<void> {
    const fresh = rows.filter(({ id, version }) => version > (this.versions.get(id) ?? -1));
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
  }

  /** Entities that are deleted, or whose vector the store no longer has. */
  async forget(rows: readonly Held[]): Promise<void> {
    const gone = rows.filter(({ id, version }) => version >= (this.versions.get(id) ?? -1));
    for (const { id, version } of gone) this.versions.set(id, version);
    if (gone.length > 0) await this.candidates.remove(gone.map(({ id }) => id));
  }

  /** Whether the entity has been seen at this version, or a later one. */
  knows({ id, version }: Held): boolean {
    return (this.versions.get(id) ?? -1) >= version;
  }

  private async fill(db: Database, snapshots: string): Promise<void> {
    const { vectorProperty, id: model, sha256 } = this.record;
    const { dimension } = this.card;
    const key: SnapshotKey = { model, sha256, dimension };
    const stored = await vectorVersions(db, vectorProperty);
    const kept = readSnapshot(snapshots, key);
    const missing = new Set(stored.keys());
    const all = new Float32Array(stored.size * dimension);
    const ids: string[] = [];
    const take = (id: string, version: number, vector: ArrayLike<number>) => {
      all.set(vector, ids.length * dimension);
      ids.push(id);
      this.versions.set(id, version);
    };
    kept?.ids.forEach((id, row) => {
      const version = stored.get(id);
      if (version === undefined || version !== kept.versions[row]) return;
      take(id, version, kept.vectors.subarray(row * dimension, (row + 1) * dimension));
      missing.delete(id);
    });
    const toRead = [...missing];
    for (let at = 0; at < toRead.length; at += chunk) {
      const rows = await readVectors(db, [vectorProperty], toRead.slice(at, at + chunk));
      for (const { id, version, vectors } of rows) if (vectors[0]) take(id, version, vectors[0]);
    }
    const vectors = all.subarray(0, ids.length * dimension);
    await this.candidates.upsert(ids, vectors);
    if (toRead.length > staleShare * stored.size) {
      const versions = ids.map((id) => this.versions.get(id)!);
      writeSnapshot(snapshots, key, { ids, versions, vectors });
    }
  }

  close(): Promise<void> {
    return this.candidates.close();
  }
}
