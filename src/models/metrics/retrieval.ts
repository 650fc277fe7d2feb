/**
 * Metrics of a ranking of documents for a query, by the definitions of trec_eval 9. A ranking is the grades of its
 * documents, the first first: 0 for a document that was judged to be of no use, or not judged; negative grades count as 0.
 */

/**
 * How much a document of a grade is worth to NDCG: `linear`, its grade, as in trec_eval and in the published figures of
 * DBpedia-Entity; `exponential`, 2^grade − 1, as in Burges et al. 2005 and in the text of the BLP paper.
 */
export type Gain = 'linear' | 'exponential';

/**
 * Normalised discounted cumulative gain: Σᵢ gainᵢ / log₂(i + 1) over the first `depth` documents, through that of the
 * best order of all judged documents; in [0, 1], 1 is best; 0 where no document is of any use.
 *
 * Source: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques" (2002).
 *
 * @param judged grades of all judged documents, ranked or not
 */
export function ndcg(
  ranked: readonly number[],
  judged: readonly number[],
  depth: number,
  gain: Gain = 'linear',
): number {
  const ideal = dcg(
    [...judged].sort((a, b) => b - a),
    depth,
    gain,
  );
  return ideal === 0 ? 0 : dcg(ranked, depth, gain) / ideal;
}

function dcg(grades: readonly number[], depth: number, gain: Gain): number {
  let sum = 0;
  for (let i = 0; i < Math.min(depth, grades.length); i++) {
    const grade = Math.max(0, grades[i]!);
    sum += (gain === 'linear' ? grade : 2 ** grade - 1) / Math.log2(i + 2);
  }
  return sum;
}

/**
 * Mean over all documents of use of the precision at their place, 0 for those not ranked; in [0, 1], 1 is best.
 *
 * @param relevant how many documents are of use, ranked or not
 */
export function averagePrecision(ranked: readonly number[], relevant: number): number {
  let [found, sum] = [0, 0];
  ranked.forEach((grade, i) => {
    if (grade > 0) sum += ++found / (i + 1);
  });
  return relevant === 0 ? 0 : sum / relevant;
}

/** Share of the first `depth` places that hold a document of use; places that are not filled hold none. */
export function precisionAt(ranked: readonly number[], depth: number): number {
  return ranked.slice(0, depth).filter((grade) => grade > 0).length / depth;
}

/** One through the place of the first document of use; 0 where there is none. */
export function reciprocalRank(ranked: readonly number[]): number {
  const place = ranked.findIndex((grade) => grade > 0);
  return place < 0 ? 0 : 1 / (place + 1);
}
