import type { Judgments } from '../../../formats/trec';
import { pairedTTest, type TTest } from '../../../models/metrics/pairedTTest';
import {
  meanFigures,
  type RetrievalFigures,
  retrievalFigureNames,
  retrievalFigures,
} from '../../../models/metrics/retrievalFigures';
import { queryTypeOf, queryTypes } from '../../../models/search/reranking/queryTypes';

/** Figures over some queries. */
export interface SearchGroup {
  /** `all`, or a type of queries */
  readonly name: string;
  readonly queries: number;
  readonly words: RetrievalFigures;
  readonly reranked?: RetrievalFigures;
  /** of the two, query by query; absent for a single query */
  readonly tests?: Readonly<Record<string, TTest>>;
}

/** Ids of documents by query, the best first. */
type Rankings = ReadonlyMap<string, readonly string[]>;

/** All queries, and those of each type that there are some of. */
export function groupsOf(
  judged: readonly string[],
  judgments: Judgments,
  words: Rankings,
  reranked?: Rankings,
): SearchGroup[] {
  const figures = (rankings: Rankings) =>
    new Map(judged.map((id) => [id, retrievalFigures(rankings.get(id) ?? [], judgments.get(id)!)]));
  const [ofWords, ofReranked] = [figures(words), reranked && figures(reranked)];
  const groups = [
    { name: 'all', ids: judged },
    ...queryTypes.map((type) => ({ name: type, ids: judged.filter((id) => queryTypeOf(id) === type) })),
  ].filter(({ ids }) => ids.length > 0);
  return groups.map(({ name, ids }): SearchGroup => {
    const before = ids.map((id) => ofWords.get(id)!);
    const base = { name, queries: ids.length, words: meanFigures(before) };
    if (!ofReranked) return base;
    const after = ids.map((id) => ofReranked.get(id)!);
    return {
      ...base,
      reranked: meanFigures(after),
      tests: ids.length > 1 ? testsOf(before, after) : undefined,
    };
  });
}

function testsOf(
  before: readonly RetrievalFigures[],
  after: readonly RetrievalFigures[],
): Record<string, TTest> {
  return Object.fromEntries(
    retrievalFigureNames.map((name) => [
      name,
      pairedTTest(
        before.map((own) => own[name]),
        after.map((own) => own[name]),
      ),
    ]),
  );
}
