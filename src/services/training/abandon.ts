import { rm } from 'node:fs/promises';
import { findJob } from '../../graph/jobs';
import { fence } from '../../graph/leases';
import { failModel, findModel } from '../../graph/models';
import { removeVectors } from '../../graph/vectors';
import type { HeldJob } from '../jobKinds';
import { jobFolder, modelFolder } from './folders';

/** Take back what a job that failed or was cancelled has made; a model that is current stays. */
export async function abandonTraining({ db, job, lease, dataFolder }: HeldJob): Promise<void> {
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
