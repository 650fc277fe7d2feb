import { requireCurrent } from '../../graph/catalogueChanges';
import { setJobModel } from '../../graph/leases';
import type { ModelRecord } from '../../graph/models';
import { readHeldOut } from '../../models/blp/modelFolder';
import { rankTriples } from '../../models/evaluation';
import { KnownTriples } from '../../models/triples/knownTriples';
import { count, figures } from '../../shared/terminal';
import type { JobContext, JobResult } from '../jobKinds';
import { checkedCard } from '../models/checkedCard';
import { modelFolder } from '../training/folders';
import { choose } from './asked';
import { readEvaluatedGraph } from './graph';
import { figuresByGroup, type ModelEvaluation } from './report';
import { scoringOf } from './scoring';
import type { EvaluationParameters } from './settings';

/**
 * Carry out an evaluation: rank the true heads and tails of the triples that the model's training held out by the
 * vectors that serve now, among all entities of the store, filtered by all its triples. Nothing is written on the way.
 *
 * @throws CONFLICT when the model ceases to be current before its vectors are read; BAD_INPUT where there is nothing to
 *         ask about; CORRUPT_FILE; CANCELLED or the signal's reason
 */
export async function runEvaluation(context: JobContext): Promise<JobResult> {
  const { db, dataFolder, onProgress, onLog, signal } = context;
  const parameters = context.job.parameters as unknown as EvaluationParameters;
  const model = await modelOf(context, parameters);
  const folder = modelFolder(dataFolder, model.id);
  const { dimension } = checkedCard(folder, model);
  const heldOut = readHeldOut(folder);
  const graph = await readEvaluatedGraph({ db, model, dimension, dataFolder, onProgress, signal });
  await db.transaction('READ', (run) => requireCurrent(run, model.id)); // vectors go away after their model has retired, so they were all there
  const known = new KnownTriples(graph.triples, graph.entityIds.length);
  const property = model.vectorProperty;
  const asked = await choose({ db, property, parameters, graph, known, heldOut });
  const { triples, candidates } = asked;
  onLog(
    `${count(triples.length / 3)} of ${count(asked.heldOut)} held-out triples, ` +
      `ranked among ${count(candidates.length)} of ${count(graph.entityIds.length)} entities`,
  );
  const scoring = await scoringOf({ db, folder, graph, triples, onProgress, signal });
  const rankings = await rankTriples({ ...scoring, triples, candidates, known, onProgress, signal });
  const report: ModelEvaluation = {
    ...asked,
    ...figuresByGroup(rankings, graph),
    triples: triples.length / 3,
    candidates: candidates.length,
  };
  const metrics = report.all.filtered.realistic;
  onLog(`filtered, realistic: ${figures(metrics)}`);
  return { metrics, report };
}

/** Of a name, the version that is current now, which may have come while the job waited. */
async function modelOf(
  { db, job, lease, onLog }: JobContext,
  { model: nameOrId }: EvaluationParameters,
): Promise<ModelRecord> {
  const model = await db.transaction('WRITE', async (run) => {
    const found = await requireCurrent(run, nameOrId);
    if (found.id !== job.modelId) await setJobModel(run, lease, found.id);
    return found;
  });
  if (model.id !== job.modelId) onLog(`${model.id} has taken the place of ${job.modelId}: it is evaluated`);
  return model;
}
