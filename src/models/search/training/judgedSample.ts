import { mean } from '../../metrics/mean';
import { type Grades, retrievalFigures } from '../../metrics/retrievalFigures';
import { fields } from '../document';
import { Bm25f, type Bm25fParameters, type Bm25fStatistics } from '../ranking/bm25f';

/** A query's words in some documents: enough to score these with any parameters. */
export interface QuerySample {
  readonly statistics: Bm25fStatistics;
  readonly ids: readonly string[];
  /** `[documents, F]` */
  readonly lengths: Uint32Array;
  /** of each word: documents of the index that have it, how often the query has it, and its frequencies `[documents, F]` */
  readonly words: readonly {
    readonly having: number;
    readonly times: number;
    readonly frequencies: Uint32Array;
  }[];
}

/** The sample's documents that any word is in, the best first. */
export function rankSample(
  { statistics, ids, lengths, words }: QuerySample,
  parameters: Bm25fParameters,
): { readonly id: string; readonly score: number }[] {
  const bm25f = new Bm25f(parameters, statistics);
  const scores = new Float64Array(ids.length);
  for (const { having, times, frequencies } of words) {
    const weight = times * bm25f.idf(having);
    for (let document = 0; document < ids.length; document++) {
      const at = document * fields.length;
      scores[document]! += weight * bm25f.saturated(frequencies, at, lengths, document);
    }
  }
  return ids
    .map((id, document) => ({ id, score: scores[document]! }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

export interface JudgedSample {
  readonly sample: QuerySample;
  readonly grades: Grades;
}

/** Mean NDCG@10 of some judged queries, over their samples' documents. */
export function meanNdcg(judged: readonly JudgedSample[], parameters: Bm25fParameters): number {
  return mean(
    judged.map(({ sample, grades }) => {
      const ranked = rankSample(sample, parameters).map(({ id }) => id);
      return retrievalFigures(ranked, grades)['ndcg@10'];
    }),
  );
}
