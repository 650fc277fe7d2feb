import { rm } from 'node:fs/promises';
import type { Database } from '../../graph/database';
import { findJob, type Job } from '../../graph/jobs';
import { fence, type Lease } from '../../graph/leases';
import { failModel, findModel } from '../../graph/models';
import { removeVectors } from '../../graph/vectors';
import { jobFolder, modelFolder } from './folders';

export interface Abandoned {
  readonly db: Database;
  readonly job: Job;
  readonly lease: Lease;
  readonly dataFolder: string;
}

/** Take back what a job that failed or was cancelled has made; a model that is current stays. */
export async function abandonTraining({ db, job, lease, dataFolder }: Abandoned): Promise<void> {
  const { modelId } = (await findJob(db, job.id)) ?? job;
  const model = modelId === null ? undefined : await findModel(db, modelId);
  if (model?.state === 'training' || model?.state === 'writing') {
    await db.transaction('WRITE', async (run) => {
      await fence(run, lease);
      await failModel(run, model.id);
    });
    await removeVectors(db, model.vectorProperty);
    await rm(modelFolder(dataFolder, model.id), { recursive: true, force: true });
  }
  await rm(jobFolder(dataFolder, job.id), { recursive: true, force: true });
}
