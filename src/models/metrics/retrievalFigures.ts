import { mean } from './mean';
import { averagePrecision, ndcg, precisionAt, reciprocalRank } from './retrieval';

/** Grades of documents for a query, by their id. */
export type Grades = ReadonlyMap<string, number>;

export const retrievalFigureNames = [
  'ndcg@10',
  'ndcg@100',
  'exponential ndcg@10',
  'exponential ndcg@100',
  'map',
  'p@10',
  'mrr',
] as const;

/** Of one query, or the mean over several. `exponential` is the gain 2^grade − 1, else it is the grade. */
export type RetrievalFigures = Readonly<Record<(typeof retrievalFigureNames)[number], number>>;

/** @param ranked ids, the best first, each once */
export function retrievalFigures(ranked: readonly string[], grades: Grades): RetrievalFigures {
  const found = ranked.map((id) => grades.get(id) ?? 0);
  const judged = [...grades.values()];
  const relevant = judged.filter((grade) => grade > 0).length;
  return {
    'ndcg@10': ndcg(found, judged, 10),
    'ndcg@100': ndcg(found, judged, 100),
    'exponential ndcg@10': ndcg(found, judged, 10, 'exponential'),
    'exponential ndcg@100': ndcg(found, judged, 100, 'exponential'),
    map: averagePrecision(found, relevant),
    'p@10': precisionAt(found, 10),
    mrr: reciprocalRank(found),
  };
}

export function meanFigures(all: readonly RetrievalFigures[]): RetrievalFigures {
  return Object.fromEntries(
    retrievalFigureNames.map((name) => [name, mean(all.map((own) => own[name]))]),
  ) as RetrievalFigures;
}

/**
 * The order in which trec_eval reads a run: by falling score, of equal ones by falling id, whatever rank the run's lines
 * give. The bytes of ids are compared, as `strcmp` does.
 */
export function inTrecOrder(scores: ReadonlyMap<string, number>): string[] {
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || Buffer.compare(Buffer.from(b), Buffer.from(a)))
    .map(([id]) => id);
}
