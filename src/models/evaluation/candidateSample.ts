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
    const others = pool.filter((other) => !answers.has(other));
    const random = Random.of(seed, 'candidates', entity, side, relation, answer);
    const taken = Math.min(count - 1, others.length);
    for (let i = 0; i < taken; i++) {
      const drawn = i + random.below(others.length - i);
      [others[i], others[drawn]] = [others[drawn]!, others[i]!];
    }
    return Int32Array.of(answer, ...others.subarray(0, taken));
  };
}
