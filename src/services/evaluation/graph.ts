import type { Database } from '../../graph/database';
import { countEntities } from '../../graph/entities';
import type { ModelRecord } from '../../graph/models';
import { countTriples, streamTriples } from '../../graph/triples';
import type { OnProgress } from '../../shared/progress';
import { rowOf } from '../../shared/vectors';
import { fill } from '../models/filling';
import { snapshotFile } from '../models/snapshot';

/** The store's graph as a model sees it: the entities that have its vector, and the triples between them, by row. */
export interface EvaluatedGraph {
  /** sorted */
  readonly entityIds: readonly string[];
  /** row of an entity by id */
  readonly rows: ReadonlyMap<string, number>;
  /** `[dimension]` by row */
  readonly vectors: readonly Float32Array[];
  readonly relationIds: readonly string[];
  /** `[triples, 3]` row-major */
  readonly triples: Int32Array;
}

export interface GraphRequest {
  readonly db: Database;
  readonly model: ModelRecord;
  readonly dimension: number;
  readonly dataFolder: string;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

/**
 * Vectors first: a triple whose entity came in between is left out, since its entity is no candidate.
 *
 * @throws whatever the signal says once it is aborted
 */
export async function readEvaluatedGraph(request: GraphRequest): Promise<EvaluatedGraph> {
  const { db, onProgress, signal } = request;
  const byId = await readVectors(request);
  const entityIds = [...byId.keys()].sort(); // the order in which they came is chance, and samples are drawn by row
  const rows = new Map(entityIds.map((id, row) => [id, row]));
  const relationRows = new Map<string, number>();
  const triples: number[] = [];
  const total = await countTriples(db);
  for await (const { head, relation, tail } of streamTriples(db)) {
    const [from, to] = [rows.get(head), rows.get(tail)];
    if (from === undefined || to === undefined) continue;
    let relationRow = relationRows.get(relation);
    if (relationRow === undefined) relationRows.set(relation, (relationRow = relationRows.size));
    triples.push(from, relationRow, to);
    if (triples.length % 30_000 !== 0) continue;
    signal.throwIfAborted();
    onProgress({ stage: 'reading triples', done: triples.length / 3, total, unit: 'triples' });
  }
  return {
    ...{ entityIds, rows, relationIds: [...relationRows.keys()], triples: Int32Array.from(triples) },
    vectors: entityIds.map((id) => byId.get(id)!),
  };
}

/** `[dimension]` by entity. */
async function readVectors({
  db,
  model,
  dimension,
  dataFolder,
  onProgress,
  signal,
}: GraphRequest): Promise<Map<string, Float32Array>> {
  const byId = new Map<string, Float32Array>();
  const total = await countEntities(db);
  await fill({
    ...{ db, dimension, property: model.vectorProperty },
    file: snapshotFile(dataFolder, model.id, model.sha256),
    take: ({ ids, vectors }) => {
      signal.throwIfAborted();
      ids.forEach((id, row) => byId.set(id, rowOf(vectors, row, dimension)));
      onProgress({ stage: 'reading vectors', done: byId.size, total, unit: 'entities' });
      return Promise.resolve();
    },
  });
  return byId;
}
