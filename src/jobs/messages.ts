import type { Job } from '../graph/jobs';
import type { Lease } from '../graph/leases';
import type { JobResult } from '../services/jobKinds';
import type { Progress } from '../shared/progress';

/** What a worker tells the process that carries out one job. */
export type ToJobProcess = { type: 'start'; job: Job; lease: Lease } | { type: 'stop' };

/** What that process tells its worker; the last message is one of the {@link Ending}s. */
export type FromJobProcess =
  { type: 'progress'; progress: Progress } | { type: 'log'; line: string } | Ending;

export type Ending =
  | ({ type: 'succeeded' } & JobResult)
  /** the job cannot succeed: bad settings, no triples, a loss that is not finite */
  | { type: 'failed'; error: string }
  /** it was told to stop, or the store went away; another attempt goes on from what is saved */
  | { type: 'stopped' };
