import { setImmediate as nextTurn } from 'node:timers/promises';
import { KindredError } from '../../shared/errors';
import { noProgress, type OnProgress } from '../../shared/progress';
import type { QueryOf } from '../blp/queries';
import type { Metric } from '../blp/similarity';
import { VectorMemory } from '../candidates/vectorMemory';
import type { KnownTriples } from '../triples/knownTriples';
import { Rankings } from './rankings';

export interface RankingTask {
  /** `[n, 3]` row-major: the triples whose ends are asked for; entities and relations by row */
  readonly triples: Int32Array;
  /** the entities that the true one is ranked among, by row; it must be one of them */
  readonly candidates: Int32Array;
  /** all true triples, for the filtered setting */
  readonly known: KnownTriples;
  readonly metric: Metric;
  readonly dimension: number;
  /** `[dimension]` of a candidate, of unit length where the model asks for it */
  readonly vectorOf: (entity: number) => Float32Array;
  readonly queryOf: QueryOf;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

/** Queries scored together: their scores of 41k candidates are 21 MB. */
const blockQueries = 128;
/** Candidates scored at a time by each query of a block: they stay in the second-level cache meanwhile. */
const tileRows = 256;

/**
 * Rank the true head and the true tail of every triple among the candidates, by the scores that serving computes.
 *
 * Scores are made block by block, so that memory does not grow with the number of triples.
 *
 * @throws INTERNAL when a true answer is no candidate, or a score is not finite; CANCELLED
 */
export async function rankTriples(task: RankingTask): Promise<Rankings> {
  const { candidates, dimension, triples, onProgress = noProgress, signal } = task;
  const rankings = new Rankings(triples);
  const memory = new VectorMemory(dimension);
  memory.reserve(candidates.length);
  candidates.forEach((entity, row) => memory.write(row, task.vectorOf(entity)));
  const rowOfEntity = new Map<number, number>();
  candidates.forEach((entity, row) => rowOfEntity.set(entity, row));

  const scores = new Float32Array(Math.min(blockQueries, rankings.size) * candidates.length);
  for (let first = 0; first < rankings.size; first += blockQueries) {
    if (signal?.aborted) throw new KindredError('CANCELLED', 'The evaluation was stopped.');
    const count = Math.min(blockQueries, rankings.size - first);
    const queries = Array.from({ length: count }, (_, i) => task.queryOf(rankings.asked(first + i)));
    scoreBlock(memory, task.metric, queries, candidates.length, scores);
    for (let i = 0; i < count; i++) {
      const own = scores.subarray(i * candidates.length, (i + 1) * candidates.length);
      countBetter(task, rankings, first + i, own, rowOfEntity);
    }
    onProgress({ stage: 'ranking', done: first + count, total: rankings.size, unit: 'answers' });
    await nextTurn();
  }
  return rankings;
}

/** @param scores filled with `[queries, rows]` */
function scoreBlock(
  memory: VectorMemory,
  metric: Metric,
  queries: readonly Float32Array[],
  rows: number,
  scores: Float32Array,
): void {
  for (let start = 0; start < rows; start += tileRows) {
    const count = Math.min(tileRows, rows - start);
    queries.forEach((query, i) => {
      memory.setQuery(query);
      scores.set(memory.scan(metric, start, count), i * rows + start);
    });
  }
}

/** Other true answers are taken out of the counts afterwards: they are few. */
function countBetter(
  task: RankingTask,
  rankings: Rankings,
  ranking: number,
  scores: Float32Array,
  rowOfEntity: ReadonlyMap<number, number>,
): void {
  const { side, relation, known, answer } = rankings.asked(ranking);
  const truth = scores[rowOfEntity.get(answer) ?? -1];
  if (truth === undefined) throw new KindredError('INTERNAL', `The true answer ${answer} is no candidate.`);
  let better = 0;
  let equal = -1; // itself
  let sum = 0;
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (score > truth) better++;
    else if (score === truth) equal++;
    sum += score;
  }
  // A NaN would count as neither better nor equal, and an infinite sum has an infinite or a NaN part.
  if (!Number.isFinite(sum)) {
    throw new KindredError('INTERNAL', 'Some scores are not finite. The model’s weights are not usable.');
  }
  rankings.set(ranking, 'raw', better, equal, scores.length);
  let left = scores.length;
  for (const other of task.known.answers(side, known, relation)) {
    const row = rowOfEntity.get(other);
    if (other === answer || row === undefined) continue;
    const score = scores[row]!;
    left--;
    if (score > truth) better--;
    else if (score === truth) equal--;
  }
  rankings.set(ranking, 'filtered', better, equal, left);
}
