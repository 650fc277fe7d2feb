import type { TrainedModel } from '../../models/blp';
import { readsTexts } from '../../models/encoders';
import { badInput } from '../../shared/errors';
import type { OnProgress } from '../../shared/progress';
import { Random } from '../../shared/random';
import { normalizeRows } from '../../shared/vectors';
import type { SplitKind } from './splitFolder';

export interface Entities {
  readonly ids: readonly string[];
  /** in the order of the ids */
  readonly texts: readonly string[];
}

/**
 * A vector for every entity of a split, `[entities, dimension]` row-major. Benchmarks of known entities ask about a few
 * that training has no triple of (WN18RR about 200): a lookup has for these what it would have begun with, numbers drawn
 * at random.
 *
 * @throws BAD_INPUT for a lookup and a split that asks about new entities; CANCELLED
 */
export async function entityVectors(
  model: TrainedModel,
  { ids, texts }: Entities,
  kind: SplitKind,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<Float32Array> {
  const { card, coverage } = model;
  const { dimension, settings, entityNormalised } = card;
  if (readsTexts(card.encoder)) return (await model.encode(texts, onProgress, signal)).vectors;
  if (kind === 'inductive') {
    throw badInput(
      'The split asks about entities that training has not seen, and a lookup has no vector of them. Take a model that ' +
        'reads texts, or a split of known entities (kindred split --transductive).',
    );
  }
  const known = ids.filter((id) => coverage.covers(id));
  const { vectors } = await model.encode(known, onProgress, signal);
  const random = Random.of(settings.seed, 'entities without triples');
  const bound = Math.sqrt(6 / (coverage.size + dimension));
  const all = Float32Array.from({ length: ids.length * dimension }, () => (2 * random.uniform() - 1) * bound);
  if (entityNormalised) normalizeRows(all, dimension);
  let place = 0;
  ids.forEach((id, row) => {
    if (!coverage.covers(id)) return;
    all.set(vectors.subarray(place * dimension, (place + 1) * dimension), row * dimension);
    place++;
  });
  return all;
}
