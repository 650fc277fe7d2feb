import type { Database } from './database';
import type { JobKind } from './jobs';

/**
 * What a job that succeeded has found. It is read apart from the job: lists of jobs are long, and are looked at again
 * and again while one runs.
 */
export interface StoredResult {
  jobId: string;
  /** the model it is about */
  modelId: string | null;
  /** ISO 8601 */
  finishedAt: string;
  /** as the job's kind has it */
  result: unknown;
}

type Row = { found: Omit<StoredResult, 'result'> & { result: string } };

const returnResult = `
  RETURN {jobId: j.id, modelId: j.modelId, finishedAt: toString(j.finishedAt), result: j.result} AS found`;

const toResult = ({ found }: Row): StoredResult => ({
  ...found,
  result: JSON.parse(found.result) as unknown,
});

/** By job, of those that have one. */
export async function findResults(
  db: Database,
  kind: JobKind,
  ids: readonly string[],
): Promise<Map<string, StoredResult>> {
  const rows = await db.read<Row>(
    `UNWIND $ids AS id
     MATCH (j:Job {id: id}) WHERE j.kind = $kind AND j.result IS NOT NULL ${returnResult}`,
    { ids, kind },
  );
  return new Map(rows.map(toResult).map((result) => [result.jobId, result]));
}

/** The latest of each model, by model, of those that have one. */
export async function latestResults(
  db: Database,
  kind: JobKind,
  modelIds: readonly string[],
): Promise<Map<string, StoredResult>> {
  const rows = await db.read<Row>(
    `UNWIND $modelIds AS modelId
     CALL (modelId) {
       MATCH (j:Job {modelId: modelId}) WHERE j.kind = $kind AND j.result IS NOT NULL
       RETURN j ORDER BY j.finishedAt DESC, j.id LIMIT 1
     }
     ${returnResult}`,
    { modelIds, kind },
  );
  return new Map(rows.map(toResult).map((result) => [result.modelId!, result]));
}
