import { Random } from '../../shared/random';
import type { KnownTriples } from '../triples/knownTriples';
import type { Asked } from './rankings';

export interface CandidateSample {
  /** entities to draw from, by row, each once */
  readonly pool: Int32Array;
  /** candidates of a question, the true one included */
  readonly count: number;
  /** all true triples */
  readonly known: KnownTriples;
  readonly seed: number;
}

/**
 * Candidates for each question, where ranking among all would take too long: the true answer, then entities of the pool
 * that are no answer, drawn without replacement. The draw follows from the seed and the question, so every model is
 * asked the same.
 */
export function sampledCandidates({
  pool,
  count,
  known,
  seed,
}: CandidateSample): (asked: Asked) => Int32Array {
  return ({ known: entity, side, relation, answer }) => {
    const answers = new Set(known.answers(side, entity, relation)).add(answer);
    const random = Random.of(seed, 'candidates', entity, side, relation, answer);
    const found = [answer];
    for (const other of shuffled(pool, random)) {
      if (found.length >= count) break;
      if (!answers.has(other)) found.push(other);
    }
    return Int32Array.from(found);
  };
}

/** Fisher–Yates one after another, which costs as much as is taken of it: places that were swapped are kept beside. */
function* shuffled(items: Int32Array, random: Random): Generator<number> {
  const swapped = new Map<number, number>();
  for (let i = 0; i < items.length; i++) {
    const place = i + random.below(items.length - i);
    yield items[swapped.get(place) ?? place]!;
    swapped.set(place, swapped.get(i) ?? i);
  }
}
