import type { Database } from '../graph/database';
import { findRelations, listRelations } from '../graph/relations';
import type { Relation } from '../graph/types';
import { createRelationModel, linkQuery, type LinkQuery, type Side } from '../models/blp/relationModels';
import { askedText, relationText } from '../models/relationText';
import { KindredError, notFound, quoted } from '../shared/errors';
import { knownOnes } from '../shared/spelling';
import type { ModelService, ServedModel } from './models';
import { type Subject, subjectText, subjectVector } from './subject';

export interface Asked {
  readonly known: Subject;
  /** which end of the triple `known` is */
  readonly side: Side;
  /** id */
  readonly relation: string;
}

export interface LinkSearch {
  readonly query: LinkQuery;
  /** whether a text was longer than the encoder reads */
  readonly truncated: boolean;
}

/**
 * The search that answers a question: made of vectors where the model links vectors, read from the texts of entity and
 * relation where it reads queries.
 *
 * @throws NOT_FOUND for an unknown entity or relation; BAD_INPUT; MODEL_UNAVAILABLE for a relation that the model was
 *         not trained with and whose text it does not read
 */
export async function linkSearch(
  db: Database,
  models: ModelService,
  model: ServedModel,
  { known, side, relation }: Asked,
): Promise<LinkSearch> {
  const scoring = createRelationModel(model.card.settings);
  if (scoring.queryOf === 'text') {
    const [text, asked] = await Promise.all([subjectText(db, known), storedRelation(db, model, relation)]);
    const read = [text, askedText(relationText(asked), side)];
    const { vectors, truncated } = await models.encoder.encode(model.folder, [read]);
    return { query: { vector: vectors, metric: scoring.metric }, truncated: truncated[0]! };
  }
  const [{ vector, truncated }, relationVector] = await Promise.all([
    subjectVector(db, models, model, known),
    storedRelation(db, model, relation).then((stored) => vectorOfRelation(models, model, stored)),
  ]);
  return { query: linkQuery(model.card.settings, vector, side, relationVector), truncated };
}

/** Trained, or read from the text of a relation that came later. */
async function vectorOfRelation(
  models: ModelService,
  model: ServedModel,
  relation: Relation,
): Promise<Float32Array> {
  const { id } = relation;
  const trained = model.relations.get(id);
  if (trained) return trained;
  if (model.card.settings.relationEncoder === 'text')
    return (await models.encoder.encode(model.folder, [relationText(relation)], 'relation')).vectors;
  throw new KindredError(
    'MODEL_UNAVAILABLE',
    `${model.record.id} was trained before there were triples of ${quoted(id)}. Train it again to predict them, or ` +
      'train a model that reads relations (relationModel "text-query", or relationEncoder "text").',
    { relation: id, model: model.record.id },
  );
}

async function storedRelation(db: Database, { card, record }: ServedModel, id: string): Promise<Relation> {
  const relation = (await findRelations(db, [id])).get(id);
  if (relation) return relation;
  const readsRelations =
    createRelationModel(card.settings).queryOf === 'text' || card.settings.relationEncoder === 'text';
  const stored = (await listRelations(db)).map((each) => each.id);
  const answered = readsRelations ? stored : stored.filter((each) => card.relationIds.includes(each));
  throw notFound('relation', id, knownOnes('relation', id, answered, `that ${record.id} can answer`));
}
