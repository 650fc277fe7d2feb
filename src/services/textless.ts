import { KindredError, quoted } from '../shared/errors';
import type { ModelService, ServedModel } from './models';

/**
 * A model that can be asked with a text.
 *
 * @throws NOT_FOUND for an unknown model; MODEL_UNAVAILABLE for one that reads no texts, and when none is current
 */
export function readingModel(models: ModelService, nameOrId?: string): ServedModel {
  const model = models.model(nameOrId);
  if (!model.readsTexts) throw noVector(models, model);
  return model;
}

/** Why a model that reads no texts has no vector of a text, or of an entity that came after its training. */
export function noVector(models: ModelService, { record }: ServedModel, id?: string): KindredError {
  const readers = models.all().flatMap((other) => (other.readsTexts ? [other.record.id] : []));
  const what =
    id === undefined
      ? `${record.id} reads no texts: it has a vector of each entity that its training saw, and of nothing else.`
      : `${record.id} has no vector of ${quoted(id)}: no triple of it was in its training, and it reads no texts.`;
  const advice =
    readers.length > 0
      ? `Name a model that reads texts (${readers.join(', ')})`
      : 'Train a model with an encoder that reads texts, such as be-bow';
  const again = id === undefined ? '' : ', or train this one again';
  return new KindredError('MODEL_UNAVAILABLE', `${what} ${advice}${again}.`, {
    model: record.id,
    ...(id !== undefined && { id }),
  });
}
