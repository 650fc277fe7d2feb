import type { Database } from '../graph/database';
import { findEntities } from '../graph/entities';
import { entityText } from '../models/entityText';
import { notFound } from '../shared/errors';
import { cleanText } from '../shared/text';
import type { ModelService, ServedModel } from './models';
import { noVector } from './textless';

/** An entity that is stored, or one that is only described. */
export type Subject = { readonly id: string } | { readonly name: string; readonly description?: string };

export interface SubjectVector {
  /** `[dimension]` */
  readonly vector: Float32Array;
  /** whether the text was longer than the encoder reads */
  readonly truncated: boolean;
}

/** @throws BAD_INPUT for an id that cannot be one */
export function cleanSubject(subject: Subject): Subject {
  return 'id' in subject ? { id: cleanText('id', subject.id) } : subject;
}

/**
 * The vector of a subject: that of a stored entity is at hand, or is made of its text where it still waits for one;
 * that of a described one is made.
 *
 * @throws NOT_FOUND for an unknown id; BAD_INPUT for an empty, over-long or ill-formed text; MODEL_UNAVAILABLE where the
 *         model reads no texts and has no vector of it
 */
export async function subjectVector(
  db: Database,
  models: ModelService,
  model: ServedModel,
  subject: Subject,
): Promise<SubjectVector> {
  const held = 'id' in subject ? await model.candidates.vectorOf(subject.id) : undefined;
  if (held) return { vector: held, truncated: false };
  const text = await subjectText(db, subject);
  const id = 'id' in subject ? subject.id : undefined;
  const isCovered = id === undefined ? model.readsTexts : model.coverage.covers(id);
  if (!isCovered) throw noVector(models, model, id);
  const input = model.readsTexts ? text : id!;
  const { vectors, truncated } = await models.encoder.encode(model.folder, [input]);
  return { vector: vectors, truncated: truncated[0]! };
}

/** @throws NOT_FOUND for an unknown id; BAD_INPUT for an empty, over-long or ill-formed text */
export async function subjectText(db: Database, subject: Subject): Promise<string> {
  return 'id' in subject ? storedText(db, subject.id) : givenText(subject);
}

async function storedText(db: Database, id: string): Promise<string> {
  const entity = (await findEntities(db, [id])).get(id);
  if (entity) return entityText(entity);
  throw notFound('entity', id, 'Look for it with searchEntities, or describe it by name and description.');
}

function givenText({ name, description = '' }: { name: string; description?: string }): string {
  return entityText({
    name: cleanText('name', name),
    description: cleanText('description', description, { required: false }),
  });
}
