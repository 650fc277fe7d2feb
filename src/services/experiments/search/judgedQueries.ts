import { type Judgments, readFolds, readJudgments, readQueries } from '../../../formats/trec';
import { checkFolds, drawFolds, type Fold } from '../../../models/search/training/folds';
import { badInput } from '../../../shared/errors';
import type { Collection } from './collection';
import type { SearchEvaluationRequest } from './request';

/** What is measured by. */
export interface JudgedQueries {
  /** texts by id, of the queries that have judgments */
  readonly queries: ReadonlyMap<string, string>;
  readonly judgments: Judgments;
  readonly folds: readonly Fold[];
  readonly withoutJudgments: number;
}

/** @throws BAD_INPUT naming file and line, or where nothing is judged */
export async function readJudgedQueries(
  request: SearchEvaluationRequest,
  collection: Collection | undefined,
): Promise<JudgedQueries> {
  const all = await readQueries(request.queries);
  const given = await readJudgments(request.judgments);
  const judgments = request.onlyTexts ? limited(given, collection) : given;
  const queries = new Map([...all].filter(([id]) => judgments.has(id)));
  if (queries.size === 0)
    throw badInput(`${request.judgments} judges none of the queries of ${request.queries}; ids must agree.`);
  const ids = [...queries.keys()];
  const folds = request.folds
    ? readFolds(request.folds)
    : drawFolds(ids, Math.min(5, ids.length), request.seed);
  checkFolds(folds, ids);
  return { queries, judgments, folds, withoutJudgments: all.size - queries.size };
}

/** Judgments of documents with a text; a query of which none of use is left has none. */
function limited(judgments: Judgments, collection: Collection | undefined): Judgments {
  if (!collection) throw badInput('The texts that judgments are limited to are in a file (--text).');
  return new Map(
    [...judgments].flatMap(([id, grades]) => {
      const own = new Map([...grades].filter(([document]) => collection.texts.has(document)));
      return [...own.values()].some((grade) => grade > 0) ? [[id, own] as const] : [];
    }),
  );
}
