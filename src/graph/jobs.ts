import type { Progress } from '../shared/progress';
import { int, type Database } from './database';

export type JobKind = 'train' | 'evaluate';
export type JobState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface Job {
  id: string;
  kind: JobKind;
  state: JobState;
  parameters: Record<string, unknown>;
  progress: Progress | null;
  metrics: Record<string, number>;
  /** the last lines of the job's log, oldest first */
  logTail: string[];
  /** why it failed, fit to be shown */
  error: string | null;
  /** how often a worker took the job up; a worker's writes hold only while this is the number it was given */
  attempt: number;
  /** attempts that ended without a word: a killed worker, a crashed process */
  crashes: number;
  cancelRequested: boolean;
  /** ISO 8601 */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  createdBy: string;
  /** the model that a training makes, once it has begun, or that an evaluation is of */
  modelId: string | null;
}

export interface NewJob {
  id: string;
  kind: JobKind;
  parameters: Record<string, unknown>;
  createdBy: string;
  /** the model it is about, where that is there already */
  modelId?: string;
}

/** A `RETURN` for a job `j`, read by {@link toJob}. */
export const returnJob = `
  RETURN j {
    .id, .kind, .state, .parameters, .progress, .metrics, .logTail, .error, .attempt, .crashes, .cancelRequested,
    .createdBy, .modelId,
    createdAt: toString(j.createdAt), startedAt: toString(j.startedAt), finishedAt: toString(j.finishedAt)
  } AS job`;

/** A job as the store keeps it: nested values are JSON. */
export type JobRow = { job: Omit<Job, 'parameters' | 'progress' | 'metrics'> & JsonParts };
type JsonParts = { parameters: string; progress: string | null; metrics: string };

export function toJob({ job }: JobRow): Job {
  return {
    ...job,
    parameters: JSON.parse(job.parameters) as Job['parameters'],
    progress: job.progress === null ? null : (JSON.parse(job.progress) as Progress),
    metrics: JSON.parse(job.metrics) as Job['metrics'],
  };
}

export async function createJob(
  db: Database,
  { id, kind, parameters, createdBy, modelId }: NewJob,
): Promise<Job> {
  const rows = await db.write<JobRow>(
    `CREATE (j:Job {
       id: $id, kind: $kind, state: 'queued', parameters: $parameters, metrics: '{}', logTail: [],
       attempt: 0, crashes: 0, cancelRequested: false, createdAt: datetime(), createdBy: $createdBy,
       modelId: $modelId
     }) ${returnJob}`,
    { id, kind, parameters: JSON.stringify(parameters), createdBy, modelId: modelId ?? null },
  );
  return toJob(rows[0]!);
}

export async function findJob(db: Database, id: string): Promise<Job | undefined> {
  const rows = await db.read<JobRow>(`MATCH (j:Job {id: $id}) ${returnJob}`, { id });
  return rows.map(toJob)[0];
}

export interface JobFilter {
  state?: JobState;
  kind?: JobKind;
}

/** The newest `first` jobs that pass the filter. */
export async function listJobs(db: Database, { state, kind }: JobFilter, first: number): Promise<Job[]> {
  const rows = await db.read<JobRow>(
    `MATCH (j:Job)
     WHERE ($state IS NULL OR j.state = $state) AND ($kind IS NULL OR j.kind = $kind)
     ${returnJob} ORDER BY j.createdAt DESC, j.id LIMIT $first`,
    { state: state ?? null, kind: kind ?? null, first: int(first) },
  );
  return rows.map(toJob);
}

/** Jobs that were submitted before a moment (ISO 8601) and have not ended. */
export async function countJobsBefore(db: Database, createdAt: string): Promise<number> {
  const [row] = await db.read<{ jobs: number }>(
    `MATCH (j:Job) WHERE j.state IN ['queued', 'running'] AND j.createdAt < datetime($createdAt)
     RETURN count(j) AS jobs`,
    { createdAt },
  );
  return row!.jobs;
}

/**
 * Ask for a job's end: one that nobody has begun is cancelled at once, a running one by its worker within a step or two.
 * One that waits with what an earlier attempt has made is left to the next worker, which throws that away. An ended one
 * stays as it is.
 */
export async function requestCancel(db: Database, id: string, by: string): Promise<Job | undefined> {
  const rows = await db.write<JobRow>(
    `MATCH (j:Job {id: $id})
     SET j.lockedAt = timestamp()
     WITH j, j.state = 'queued' AND j.attempt = 0 AS waits
     SET j.cancelRequested = j.cancelRequested OR j.state IN ['queued', 'running'],
         j.cancelledBy = CASE WHEN j.cancelRequested THEN coalesce(j.cancelledBy, $by) END,
         j.finishedAt = CASE WHEN waits THEN datetime() ELSE j.finishedAt END,
         j.state = CASE WHEN waits THEN 'cancelled' ELSE j.state END
     ${returnJob}`,
    { id, by },
  );
  return rows.map(toJob)[0];
}
