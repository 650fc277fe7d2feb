import type { JobKind } from '../../graph/jobs';
import { abandonTraining } from '../training/abandon';
import type { KindOfJob } from './kindOfJob';

/** What the worker does around each kind of job; the job itself is in `work.ts`. */
export const jobKinds: Readonly<Record<JobKind, KindOfJob>> = {
  train: {
    abandon: abandonTraining,
    savesMemory: 'train with a smaller batchSize, fewer negatives or a smaller maxLength',
  },
  evaluate: {
    abandon: () => Promise.resolve(), // it makes nothing before it ends
    savesMemory: 'evaluate with a sample of candidates',
  },
};

export type { HeldJob, JobContext, JobResult, KindOfJob, Work } from './kindOfJob';
