import { randomUUID } from 'node:crypto';
import { defaultModelId } from '../../graph/catalogue';
import { requireCurrent } from '../../graph/catalogueChanges';
import type { Database } from '../../graph/database';
import { findResults, latestResults, type StoredResult } from '../../graph/jobResults';
import { createJob, type Job } from '../../graph/jobs';
import type { ModelRecord } from '../../graph/models';
import { listRelations } from '../../graph/relations';
import { holdsModel, readHeldOut } from '../../models/blp/modelFolder';
import { notFound } from '../../shared/errors';
import { knownOnes } from '../../shared/spelling';
import { cleanText } from '../../shared/text';
import { noCurrentModel } from '../models/noCurrentModel';
import { modelFolder } from '../training/folders';
import type { ModelEvaluation } from './report';
import { type EvaluationInput, type EvaluationParameters, parseEvaluation } from './settings';

export type { LeftOut, ModelEvaluation } from './report';
export type { EvaluationInput } from './settings';

/** An evaluation that was made, and when. */
export interface Evaluated extends ModelEvaluation {
  readonly jobId: string;
  readonly modelId: string;
  /** ISO 8601 */
  readonly finishedAt: string;
}

/** Full evaluations of models over the store: submitted as jobs, and looked at. `run.ts` carries them out. */
export class EvaluationService {
  constructor(
    private readonly db: Database,
    private readonly dataFolder: string,
  ) {}

  /**
   * Queue an evaluation of a current model, the default one where none is named.
   *
   * @throws BAD_INPUT naming each part that cannot be used, or where the model's training held nothing out; NOT_FOUND
   *         for an unknown model or relation; CONFLICT where the model is not current; MODEL_UNAVAILABLE where none is
   */
  async submit(given: EvaluationInput, by: string): Promise<Job> {
    const { model: asked, ...how } = parseEvaluation(given);
    const { id, name } = await this.model(asked);
    const folder = modelFolder(this.dataFolder, id);
    if (holdsModel(folder)) readHeldOut(folder); // else the worker's machine has it, and tells
    const relations = how.relations && (await this.relations(how.relations));
    const parameters: EvaluationParameters = { model: asked === id ? id : name, ...how, relations };
    return createJob(this.db, {
      id: randomUUID(),
      kind: 'evaluate',
      parameters: { ...parameters },
      createdBy: by,
      modelId: id,
    });
  }

  /** What evaluations found, by job; those that have not succeeded are not among them. */
  async ofJobs(ids: readonly string[]): Promise<Map<string, Evaluated>> {
    return evaluations(await findResults(this.db, 'evaluate', ids));
  }

  /** The latest evaluation of each model, by model. */
  async latestOf(modelIds: readonly string[]): Promise<Map<string, Evaluated>> {
    return evaluations(await latestResults(this.db, 'evaluate', modelIds));
  }

  private async model(nameOrId: string | undefined): Promise<ModelRecord> {
    const meant = nameOrId === undefined ? await defaultModelId(this.db) : cleanText('model', nameOrId);
    if (meant === undefined) throw noCurrentModel();
    return this.db.transaction('READ', (run) => requireCurrent(run, meant));
  }

  private async relations(given: readonly string[]): Promise<string[]> {
    const asked = [...new Set(given.map((id) => cleanText('id', id)))];
    const stored = (await listRelations(this.db)).map(({ id }) => id);
    const unknown = asked.find((id) => !stored.includes(id));
    if (unknown !== undefined) throw notFound('relation', unknown, knownOnes('relation', unknown, stored));
    return asked;
  }
}

function evaluations(results: ReadonlyMap<string, StoredResult>): Map<string, Evaluated> {
  return new Map(
    [...results].map(([key, { result, modelId, ...when }]) => [
      key,
      { ...(result as ModelEvaluation), ...when, modelId: modelId! },
    ]),
  );
}
