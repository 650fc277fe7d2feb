import { type Judgments, readFolds, readJudgments, readQueries } from '../../../formats/trec';
import { checkFolds, drawFolds, type Fold } from '../../../models/search/training/folds';
import { badInput, quoted } from '../../../shared/errors';
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

/**
 * Where no judgment is of what is ranked, every figure would be 0 and say nothing.
 *
 * @param documents ids of what is ranked
 * @throws BAD_INPUT showing an id of either side
 */
export function checkDocuments(
  judgments: Judgments,
  documents: ReadonlySet<string>,
  files: { readonly judgments: string; readonly ranked: string },
): void {
  const ids = [...judgments.values()].flatMap((grades) => [...grades.keys()]);
  if (ids.some((id) => documents.has(id))) return;
  const [id] = ids;
  const [document] = documents;
  throw badInput(
    `None of the documents that ${files.judgments} judges is in ${files.ranked}; ids must agree. There is ` +
      `${quoted(id ?? '')} in the one, ${quoted(document ?? '')} in the other.`,
  );
}
