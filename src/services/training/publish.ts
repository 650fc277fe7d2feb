import { makeCurrent } from '../../graph/catalogueChanges';
import type { Database } from '../../graph/database';
import { fence, type Lease } from '../../graph/leases';
import type { ModelRecord } from '../../graph/models';
import { createVectorIndex, vectorIndexFilled } from '../../graph/vectorIndexes';
import {
  countEntitiesWithoutVector,
  entitiesWithoutVector,
  vectorRows,
  writeVectors,
} from '../../graph/vectors';
import { readCard, TrainedModel } from '../../models/blp';
import { encoderInput } from '../../models/entityText';
import type { OnProgress } from '../../shared/progress';
import { pause } from '../../shared/pause';
import { clearAway } from '../models/clearing';
import { keepInSnapshot, pieceOf, snapshotFile } from '../models/snapshot';

export interface PublishContext {
  readonly db: Database;
  readonly dataFolder: string;
  readonly lease: Lease;
  readonly onProgress: OnProgress;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Entities encoded and written together; also how much a kill can cost. */
const chunk = 1_000;

/**
 * Give every entity the model's vector (every one that it can have one of), then make the model current in one switch, then clear away the version before.
 * Entities that already have their vector are passed over, so an attempt after a kill writes what is missing.
 */
export async function publish(context: PublishContext, model: ModelRecord, folder: string): Promise<void> {
  const { db, lease, onLog } = context;
  const trained = await TrainedModel.load(folder);
  try {
    const served = {
      ...context,
      snapshot: snapshotFile(context.dataFolder, model.id, readCard(folder).sha256),
    };
    await sweep(served, model, trained);
    const retired = await db.transaction('WRITE', async (run) => {
      await fence(run, lease);
      return makeCurrent(run, model.id);
    });
    onLog(`${model.id} is current`);
    // Whoever created an entity just before the switch may have looked at the models before it. From here on nothing
    // can be taken back, so a request to stop comes too late.
    await sweep({ ...served, signal: undefined }, model, trained);
    for (const old of retired) await clearAway(db, context.dataFolder, old);
    await createVectorIndex(db, model.vectorProperty, trained.card.dimension);
    await untilIndexed(context, model.vectorProperty);
  } finally {
    trained.dispose();
  }
}

/**
 * The model serves already, but Neo4j fills its index with all processors and, stopped meanwhile, takes long to stop
 * and begins again at its next start: the job ends when that is over. A request to stop does not wait.
 */
async function untilIndexed({ db, onProgress, signal }: PublishContext, property: string): Promise<void> {
  for (;;) {
    const filled = await vectorIndexFilled(db, property);
    onProgress({ stage: 'indexing vectors', done: filled, total: 100, unit: 'per cent' });
    if (filled === 100 || signal.aborted) return;
    await pause(500, signal);
  }
}

type SweepContext = Omit<PublishContext, 'signal'> & {
  readonly signal?: AbortSignal;
  /** where processes that serve the model will find the vectors sooner than in the store */
  readonly snapshot: string;
};

/** Pass over the entities that lack the vector until a pass finds none that the model can have one of. */
async function sweep(
  { db, lease, onProgress, signal, snapshot }: SweepContext,
  model: ModelRecord,
  trained: TrainedModel,
): Promise<void> {
  const { vectorProperty: property } = model;
  const { card, coverage } = trained;
  const { dimension } = card;
  const total = Math.min(await countEntitiesWithoutVector(db, property), coverage.size);
  let done = 0;
  for (let after = '', isClean = true; ;) {
    const found = await entitiesWithoutVector(db, property, after, chunk);
    if (found.length === 0 && isClean) return;
    after = found.at(-1)?.id ?? '';
    if (found.length === 0) isClean = true;
    const entities = found.filter(({ id }) => coverage.covers(id));
    if (entities.length === 0) continue;
    isClean = false;
    signal?.throwIfAborted();
    const encoded = await trained.encode(entities.map((entity) => encoderInput(card.encoder, entity)));
    const rows = vectorRows(entities, encoded.vectors, dimension);
    const written = await db.transaction('WRITE', async (run) => {
      await fence(run, lease);
      return writeVectors(run, property, dimension, rows);
    });
    const vectors = new Map(rows.map(({ id, vector }) => [id, vector]));
    const kept = written.map(({ id, version }) => ({ id, version, vector: vectors.get(id)! }));
    await keepInSnapshot(snapshot, pieceOf(kept, dimension));
    done += entities.length;
    onProgress({ stage: 'writing vectors', done, total: Math.max(total, done), unit: 'entities' });
  }
}
