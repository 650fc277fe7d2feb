import type { Database } from '../../graph/database';
import type { Job } from '../../graph/jobs';
import type { Lease } from '../../graph/leases';
import type { EncoderKind } from '../../models/encoders/textEncoder';
import type { OnProgress } from '../../shared/progress';

/** What a job's process gives it to work with. */
export interface JobContext extends HeldJob {
  /** what an encoder of the kind starts from: a folder or a file */
  readonly baseEncoder: (kind: EncoderKind) => string;
  readonly onProgress: OnProgress;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A job under the lease of whoever works at it. */
export interface HeldJob {
  readonly db: Database;
  readonly job: Job;
  readonly lease: Lease;
  readonly dataFolder: string;
}

/** What a job comes to; it is written when the job ends, in the transaction that ends it. */
export interface JobResult {
  /** its figures in short */
  readonly metrics: Record<string, number>;
  /** what it found, as its kind has it: plain JSON of some tens of kilobytes at most */
  readonly report?: object;
}

/**
 * Carries a job out. An attempt after a kill begins with what the one before has left.
 *
 * @throws whatever tells why the job cannot succeed; anything once the signal is aborted; LeaseLostError when another
 *         attempt has begun
 */
export type Work = (context: JobContext) => Promise<JobResult>;

/** What a worker has to know of a kind of job. */
export interface KindOfJob {
  /** Take back what a job that failed or was cancelled has made, under its lease. */
  abandon(job: HeldJob): Promise<void>;
  /** what to ask for where it ran out of memory: "train with a smaller batch" */
  readonly savesMemory: string;
}
