import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fence, setJobModel } from '../../graph/leases';
import { createModel, findModel, type ModelRecord, updateModel } from '../../graph/models';
import { readCard, holdsModel } from '../../models/blp/modelFolder';
import { trainModel } from '../../models/training';
import type { JobContext, JobResult } from '../jobKinds';
import type { TrainingParameters } from '../jobs';
import { trainingData } from './data';
import { jobFolder, modelFolder } from './folders';
import { publish } from './publish';

/**
 * Carry out a training job: read the graph, train, give every entity its vector, make the model current. Each part
 * leaves what the next attempt needs, so that a kill at any point costs at most the work since the last checkpoint.
 *
 * @returns the model's figures
 * @throws CANCELLED when the signal says so; LeaseLostError when another attempt has begun
 */
export async function runTraining(context: JobContext): Promise<JobResult> {
  const { db, dataFolder, lease } = context;
  const model = await modelOf(context);
  const folder = modelFolder(dataFolder, model.id);
  if (model.state === 'training') {
    if (!holdsModel(folder)) await train(context, folder);
    const { card, sha256 } = readCard(folder);
    await db.transaction('WRITE', async (run) => {
      await fence(run, lease);
      await updateModel(run, model.id, {
        state: 'writing',
        dimension: card.dimension,
        metrics: card.metrics,
        sha256,
      });
    });
  }
  await publish(context, model, folder);
  await rm(jobFolder(dataFolder, context.job.id), { recursive: true, force: true });
  return { metrics: readCard(folder).card.metrics };
}

/** The job's model; the first attempt makes it. */
async function modelOf({ db, job, lease, baseEncoder }: JobContext): Promise<ModelRecord> {
  const known = job.modelId === null ? undefined : await findModel(db, job.modelId);
  if (known) return known;
  const { name, settings } = job.parameters as unknown as TrainingParameters;
  return db.transaction('WRITE', async (run) => {
    const { encoder, relationModel } = settings;
    const model = await createModel(run, {
      name,
      encoder,
      relationModel,
      parameters: settings,
      baseEncoder: path.basename(baseEncoder(encoder)),
    });
    await setJobModel(run, lease, model.id);
    return model;
  });
}

/** Train in the job's folder; the finished model moves to its place in one step. */
async function train(context: JobContext, folder: string): Promise<void> {
  const { db, job, dataFolder, baseEncoder, onProgress, onLog, signal } = context;
  const work = jobFolder(dataFolder, job.id);
  await mkdir(work, { recursive: true });
  const data = await trainingData(db, work, onProgress);
  signal.throwIfAborted();
  const { settings } = job.parameters as unknown as TrainingParameters;
  const draft = path.join(work, 'model');
  const base = baseEncoder(settings.encoder);
  await trainModel({ data, settings, folder: draft, baseEncoder: base, onProgress, onLog, signal });
  await mkdir(path.dirname(folder), { recursive: true });
  await rename(draft, folder);
}
