import type { Database } from '../../graph/database';
import { findEntities } from '../../graph/entities';
import { findRelations } from '../../graph/relations';
import { TrainedModel } from '../../models/blp';
import { readRelations, relationVectors } from '../../models/blp/modelFolder';
import { linkQueries, type Question, readQueries } from '../../models/blp/queries';
import { createRelationModel } from '../../models/blp/relationModels';
import { entityText } from '../../models/entityText';
import type { RankingTask } from '../../models/evaluation';
import { askedText, relationText } from '../../models/relationText';
import { KindredError } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import type { EvaluatedGraph } from './graph';

export interface ScoringRequest {
  readonly db: Database;
  /** of the model */
  readonly folder: string;
  readonly graph: EvaluatedGraph;
  /** `[n, 3]` row-major: what is asked about */
  readonly triples: Int32Array;
  readonly onProgress: OnProgress;
  readonly signal: AbortSignal;
}

export type Scoring = Pick<RankingTask, 'metric' | 'dimension' | 'vectorOf' | 'queryOf'>;

/** What answers are scored with: the entities' stored vectors, and queries as prediction makes them. */
export async function scoringOf(request: ScoringRequest): Promise<Scoring> {
  const { folder, graph } = request;
  const stored = readRelations(folder);
  const { dimension, settings } = stored.card;
  const model = createRelationModel(settings);
  if (model.queryOf === 'none')
    throw new KindredError('INTERNAL', 'A model that serves has vectors of entities.');
  const vectorOf = (entity: number) => graph.vectors[entity]!;
  const shared = { metric: model.metric, dimension, vectorOf };
  if (model.queryOf === 'text') return { ...shared, queryOf: await queriesFromTexts(request, dimension) };
  const vectors = relationVectors(stored);
  return { ...shared, queryOf: linkQueries(model, vectorOf, (row) => vectors.get(graph.relationIds[row]!)!) };
}

async function queriesFromTexts(
  { db, folder, graph, triples, onProgress, signal }: ScoringRequest,
  dimension: number,
): Promise<RankingTask['queryOf']> {
  const columns = [0, 1, 2].map((column) => [...new Set(triples.filter((_, i) => i % 3 === column))]);
  const [heads, relationRows, tails] = columns as [number[], number[], number[]];
  const entities = await findEntities(
    db,
    [...heads, ...tails].map((row) => graph.entityIds[row]!),
  );
  const relations = await findRelations(
    db,
    relationRows.map((row) => graph.relationIds[row]!),
  );
  const read = ({ known, side, relation }: Question): [string, string] => {
    const [entity, asked] = [
      entities.get(graph.entityIds[known]!),
      relations.get(graph.relationIds[relation]!),
    ];
    if (entity && asked) return [entityText(entity), askedText(relationText(asked), side)];
    throw new KindredError(
      'CONFLICT',
      'An entity was deleted while the evaluation read it. Submit it again.',
    );
  };
  const model = await TrainedModel.load(folder);
  try {
    const encode = async (questions: readonly Question[]) =>
      (await model.encode(questions.map(read), onProgress, signal)).vectors;
    return await readQueries(triples, dimension, encode);
  } finally {
    model.dispose();
  }
}
