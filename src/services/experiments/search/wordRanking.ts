import type { Grades } from '../../../models/metrics/retrievalFigures';
import type { Bm25fParameters } from '../../../models/search/ranking/bm25f';
import { defaultParameters } from '../../../models/search/ranking/defaultParameters';
import { coordinateAscent } from '../../../models/search/training/coordinateAscent';
import type { Fold } from '../../../models/search/training/folds';
import { type JudgedSample, meanNdcg } from '../../../models/search/training/judgedSample';
import type { OnProgress } from '../../../shared/progress';
import type { Collection } from './collection';

/** Scores of documents for each query, by words. */
export type WordScores = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Documents of a query that parameters are tuned by, besides the judged ones. */
const sampled = 200;

/** BM25F over a collection with the same parameters for all queries. */
export function searchAll(
  collection: Collection,
  queries: ReadonlyMap<string, string>,
  depth: number,
  parameters: Bm25fParameters = defaultParameters,
): WordScores {
  return new Map(Array.from(queries, ([id, text]) => [id, collection.search(text, parameters, depth)]));
}

/**
 * Each query by the parameters that did best on the training queries of the fold that asks it: BM25F-CA (Hasibi et al.
 * 2017, section 4).
 */
export function searchTuned(
  collection: Collection,
  queries: ReadonlyMap<string, string>,
  judgments: ReadonlyMap<string, Grades>,
  folds: readonly Fold[],
  { depth, seed, onProgress }: { depth: number; seed: number; onProgress?: OnProgress },
): { scores: WordScores; parameters: readonly Bm25fParameters[] } {
  const samples = new Map<string, JudgedSample>();
  for (const [id, text] of queries) {
    const grades = judgments.get(id);
    if (!grades) continue;
    const found = collection.search(text, defaultParameters, sampled).keys();
    samples.set(id, { grades, sample: collection.sample(text, [...new Set([...found, ...grades.keys()])]) });
  }
  const scores = new Map<string, ReadonlyMap<string, number>>();
  const parameters = folds.map(({ training, testing }, fold) => {
    onProgress?.({ stage: 'tuning', done: fold, total: folds.length, unit: 'folds' });
    const learned = training.flatMap((id) => samples.get(id) ?? []);
    const { parameters: best } = coordinateAscent({
      ...{ start: defaultParameters, seed },
      objective: (tried) => meanNdcg(learned, tried),
    });
    for (const id of testing) {
      const text = queries.get(id);
      if (text !== undefined) scores.set(id, collection.search(text, best, depth));
    }
    return best;
  });
  onProgress?.({ stage: 'tuning', done: folds.length, total: folds.length, unit: 'folds' });
  return { scores, parameters };
}
