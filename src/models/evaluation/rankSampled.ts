import { setImmediate as nextTurn } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { noProgress, type OnProgress } from '../../shared/progress';
import type { Question } from '../blp/queries';
import { rankOf } from '../metrics/ranking';
import { type Asked, Rankings } from './rankings';

/** A question with those that may answer it. */
export interface Choice {
  readonly question: Question;
  /** entities, by row */
  readonly candidates: Int32Array;
}

/** Scores of all candidates of some questions, one question's after another's. */
export type ScoresOf = (choices: readonly Choice[]) => Promise<Float32Array>;

export interface SampledRankingTask {
  /** `[n, 3]` row-major: the triples whose ends are asked for; entities and relations by row */
  readonly triples: Int32Array;
  /** the true answer first, then others that are no answers */
  readonly candidatesOf: (asked: Asked) => Int32Array;
  readonly scoresOf: ScoresOf;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/** Candidates scored between two reports. */
const blockCandidates = 4096;

/**
 * Rank the true head and the true tail of every triple among candidates of its own. Other true answers are none of
 * these, so ranks are filtered, and there are no raw ones.
 *
 * @throws INTERNAL when a score is not finite; CANCELLED
 */
export async function rankSampled({
  triples,
  candidatesOf,
  scoresOf,
  onProgress = noProgress,
  signal,
}: SampledRankingTask): Promise<Rankings> {
  const rankings = new Rankings(triples, ['filtered']);
  for (let first = 0; first < rankings.size;) {
    if (signal?.aborted) throw new KindredError('CANCELLED', 'The evaluation was stopped.');
    const choices: Choice[] = [];
    for (let taken = 0; taken < blockCandidates && first + choices.length < rankings.size;) {
      const asked = rankings.asked(first + choices.length);
      const candidates = candidatesOf(asked);
      choices.push({ question: asked, candidates });
      taken += candidates.length;
    }
    const scores = await scoresOf(choices);
    let from = 0;
    choices.forEach(({ candidates: { length } }, i) => {
      const { optimistic, pessimistic } = rankOf(scores.subarray(from, (from += length)), 0);
      rankings.set(first + i, 'filtered', optimistic - 1, pessimistic - optimistic, length);
    });
    first += choices.length;
    onProgress({ stage: 'ranking', done: first, total: rankings.size, unit: 'answers' });
    await nextTurn(); // signals come between turns
  }
  return rankings;
}

/** The triples that candidates would make, `[all candidates, 3]` row-major. */
export function triplesOf(choices: readonly Choice[]): Int32Array {
  return Int32Array.from(
    choices.flatMap(({ question: { known, side, relation }, candidates }) =>
      Array.from(candidates).flatMap((candidate) =>
        side === 'head' ? [known, relation, candidate] : [candidate, relation, known],
      ),
    ),
  );
}
