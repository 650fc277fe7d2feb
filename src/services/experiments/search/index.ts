import path from 'node:path';
import { runText } from '../../../formats/trec';
import { inTrecOrder } from '../../../models/metrics/retrievalFigures';
import type { Bm25fParameters } from '../../../models/search/ranking/bm25f';
import { badInput } from '../../../shared/errors';
import { checkWritable, writeFileAtomically } from '../../../shared/files';
import { Collection } from './collection';
import { groupsOf, type SearchGroup } from './groups';
import { readJudgedQueries } from './judgedQueries';
import type { SearchEvaluationRequest } from './request';
import { rerank } from './reranking';
import { rankByWords, type Rankings } from './wordRanking';

export type { SearchGroup } from './groups';
export type { SearchEvaluationRequest } from './request';

export interface SearchEvaluation {
  readonly groups: readonly SearchGroup[];
  /** queries that were asked about; those without a ranking count as having found nothing */
  readonly queries: {
    readonly judged: number;
    readonly withoutRanking: number;
    readonly withoutJudgments: number;
  };
  /** documents that were ranked, and those of them that have a vector */
  readonly documents: { readonly ranked: number; readonly withVector: number };
  /** of each fold */
  readonly alphas?: readonly number[];
  readonly parameters?: readonly Bm25fParameters[];
}

/**
 * Measure a ranking by words, and the same reranked by vectors (Daza et al. 2021, section 4.3): α of each query is learned
 * on the training queries of its fold.
 *
 * @throws BAD_INPUT naming file and line, or what is lacking; CORRUPT_FILE; CANCELLED
 */
export async function evaluateSearch(request: SearchEvaluationRequest): Promise<SearchEvaluation> {
  const { runOut } = request;
  if (runOut !== undefined) checkOutput(runOut, request);
  const collection = request.text ? await Collection.read(request.text, request.language) : undefined;
  const asked = await readJudgedQueries(request, collection);
  const { scores, parameters } = await rankByWords(request, asked, collection);
  if (request.features && !collection)
    throw badInput('Reranking reads the texts of documents. Name their file (--text).');
  const reranked = collection && (await rerank(request, asked, scores, collection));
  const byWords: Rankings = new Map(
    Array.from(asked.queries.keys(), (id) => {
      const own = scores.get(id) ?? new Map<string, number>();
      return [id, inTrecOrder(own).map((document) => [document, own.get(document)!] as const)];
    }),
  );
  if (runOut !== undefined)
    writeFileAtomically(runOut, runText([...(reranked?.rankings ?? byWords)], 'kindred'));
  const judged = [...asked.queries.keys()];
  return {
    groups: groupsOf(judged, asked.judgments, idsOf(byWords), reranked && idsOf(reranked.rankings)),
    queries: {
      judged: judged.length,
      withoutRanking: judged.filter((id) => !scores.get(id)?.size).length,
      withoutJudgments: asked.withoutJudgments,
    },
    documents: {
      ranked: new Set([...scores.values()].flatMap((own) => [...own.keys()])).size,
      withVector: reranked?.withVector ?? 0,
    },
    alphas: reranked?.alphas,
    parameters,
  };
}

/** Before the work: where the ranking goes can be written, and is none of the files that are read. */
function checkOutput(
  runOut: string,
  { queries, judgments, folds, run, text }: SearchEvaluationRequest,
): void {
  const read = [queries, judgments, folds, run, text].find(
    (file) => file !== undefined && path.resolve(file) === path.resolve(runOut),
  );
  if (read !== undefined) throw badInput(`--run-out names ${read}, which is read. Name another file.`);
  checkWritable(runOut, '--run-out');
}

function idsOf(rankings: Rankings): ReadonlyMap<string, readonly string[]> {
  return new Map(Array.from(rankings, ([id, own]) => [id, own.map(([document]) => document)]));
}
