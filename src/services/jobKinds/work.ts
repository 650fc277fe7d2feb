import type { JobKind } from '../../graph/jobs';
import { runEvaluation } from '../evaluation/run';
import { runTraining } from '../training';
import type { Work } from './kindOfJob';

/** The work of each kind of job. It loads TensorFlow: for the job's process alone, the worker stays small. */
export const work: Readonly<Record<JobKind, Work>> = { train: runTraining, evaluate: runEvaluation };
