import type { Database } from '../graph/database';
import { findEntities } from '../graph/entities';
import { entityText } from '../models/entityText';
import { KindredError, notFound } from '../shared/errors';
import { cleanText } from '../shared/text';
import type { ModelService, ServedModel } from './models';

/** An entity that is stored, or one that is only described. */
export type Subject = { readonly id: string } | { readonly name: string; readonly description?: string };

export interface SubjectVector {
  /** `[dimension]` */
  readonly vector: Float32Array;
  /** whether the text was longer than the encoder reads */
  readonly truncated: boolean;
}

/**
 * The vector of a subject: a stored entity's is at hand, a described one's is made.
 *
 * @throws NOT_FOUND for an unknown id; MODEL_UNAVAILABLE for an entity that waits for its vector
 */
export async function subjectVector(
  db: Database,
  models: ModelService,
  model: ServedModel,
  subject: Subject,
): Promise<SubjectVector> {
  if (!('id' in subject)) {
    const name = cleanText('name', subject.name);
    const description = cleanText('description', subject.description ?? '', { required: false });
    const { vectors, truncated } = await models.encoder.encode(model.folder, [
      entityText({ name, description }),
    ]);
    return { vector: vectors, truncated: truncated[0]! };
  }
  const vector = await model.candidates.vectorOf(subject.id);
  if (vector) return { vector, truncated: false };
  const known = (await findEntities(db, [subject.id])).has(subject.id);
  if (!known)
    throw notFound('entity', subject.id, 'Look for it with searchEntities, or describe it by name and text.');
  throw new KindredError(
    'MODEL_UNAVAILABLE',
    `${JSON.stringify(subject.id)} has no vector of ${model.record.id} yet; it is being made. Try again in a moment.`,
    { id: subject.id, model: model.record.id },
  );
}
