import {
  type Judgments,
  readFolds,
  readJudgments,
  readQueries,
  readRun,
  runText,
} from '../../../formats/trec';
import { inTrecOrder } from '../../../models/metrics/retrievalFigures';
import type { LanguageCode } from '../../../models/search/analysis';
import type { Bm25fParameters } from '../../../models/search/ranking/bm25f';
import { crossValidatedAlpha } from '../../../models/search/reranking/crossValidatedAlpha';
import type { JudgedQuery } from '../../../models/search/reranking/tuneAlpha';
import { checkFolds, drawFolds, type Fold } from '../../../models/search/training/folds';
import { badInput } from '../../../shared/errors';
import { checkWritable, writeFileAtomically } from '../../../shared/files';
import type { OnProgress } from '../../../shared/progress';
import type { Features } from '../classification';
import { Collection } from './collection';
import { groupsOf, type SearchGroup } from './groups';
import { vectorScores } from './vectorScores';
import { searchAll, searchTuned, type WordScores } from './wordRanking';

export type { SearchGroup } from './groups';

export interface SearchEvaluationRequest {
  /** files in TREC's forms */
  readonly queries: string;
  readonly judgments: string;
  /** a file of folds; five are drawn where there is none */
  readonly folds?: string;
  /** a ranking by words, as a file; where there is none, BM25F searches the texts */
  readonly run?: string;
  /** file of the documents' texts: id, text a line */
  readonly text?: string;
  /** whether BM25F's parameters are tuned on each fold's training queries */
  readonly tune?: boolean;
  /** what reranks; nothing does where it is left out */
  readonly features?: Features;
  /** of a query's documents, by words */
  readonly depth: number;
  /** of the NDCG that α is chosen by */
  readonly alphaBy: 10 | 100;
  /** leave out judgments and ranked documents without a text: the collection is then the texts */
  readonly onlyTexts?: boolean;
  readonly language: LanguageCode;
  readonly seed: number;
  /** where the final ranking is written, as a run */
  readonly runOut?: string;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
}

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
  const { seed, depth, onProgress, signal } = request;
  if (request.runOut !== undefined) checkWritable(request.runOut, '--run-out');
  const queries = await readQueries(request.queries);
  const collection = request.text ? await Collection.read(request.text, request.language) : undefined;
  const judgments = judgmentsOf(await readJudgments(request.judgments), queries, request, collection);
  const judged = [...queries.keys()].filter((id) => judgments.has(id));
  if (judged.length === 0)
    throw badInput(`${request.judgments} judges none of the queries of ${request.queries}; ids must agree.`);
  const folds = request.folds
    ? readFolds(request.folds)
    : drawFolds(judged, Math.min(5, judged.length), seed);
  checkFolds(folds, judged);
  const asked = new Map(judged.map((id) => [id, queries.get(id)!]));
  const { scores, parameters } = await ranking(request, asked, judgments, folds, collection);
  const words = new Map(judged.map((id) => [id, inTrecOrder(scores.get(id) ?? new Map<string, number>())]));
  const counted = {
    judged: judged.length,
    withoutRanking: judged.filter((id) => !scores.get(id)?.size).length,
    withoutJudgments: queries.size - judged.length,
  };
  if (!request.features) {
    save(
      request,
      judged.map((id) => [id, words.get(id)!.map((d) => [d, scores.get(id)!.get(d)!] as const)]),
    );
    const documents = { ranked: documentsOf(scores), withVector: 0 };
    return { groups: groupsOf(judged, judgments, words), queries: counted, documents, parameters };
  }
  if (!collection) throw badInput('Reranking reads the texts of documents. Name their file (--text).');
  const cosine = await vectorScores(request.features, asked, scores, collection, onProgress, signal);
  const found = judged.map((id): JudgedQuery => ({
    ...{ id, grades: judgments.get(id)! },
    found: [...(scores.get(id) ?? new Map<string, number>())]
      .slice(0, depth)
      .map(([document, wordScore]) => ({
        ...{ id: document, wordScore, vectorScore: cosine(id, document) },
      })),
  }));
  const { alphas, rankings } = crossValidatedAlpha(found, folds, request.alphaBy);
  save(
    request,
    judged.map((id) => [id, rankings.get(id)!.map((own) => [own.id, own.score] as const)]),
  );
  const reranked = new Map(judged.map((id) => [id, rankings.get(id)!.map((own) => own.id)]));
  const withVector = new Set(
    found.flatMap((own) =>
      own.found.flatMap(({ id, vectorScore }) => (vectorScore === undefined ? [] : [id])),
    ),
  ).size;
  return {
    groups: groupsOf(judged, judgments, words, reranked),
    queries: counted,
    documents: { ranked: documentsOf(scores), withVector },
    ...{ alphas, parameters },
  };
}

/** Of the queries that are asked; a query of which nothing is left has no judgments. */
function judgmentsOf(
  all: Judgments,
  queries: ReadonlyMap<string, string>,
  { onlyTexts }: SearchEvaluationRequest,
  collection: Collection | undefined,
): Judgments {
  if (onlyTexts && !collection)
    throw badInput('The texts that judgments are limited to are in a file (--text).');
  return new Map(
    [...all].flatMap(([id, grades]) => {
      if (!queries.has(id)) return [];
      const own = onlyTexts
        ? new Map([...grades].filter(([document]) => collection!.texts.has(document)))
        : grades;
      // Where nothing is of use, every order is as good.
      return [...own.values()].some((grade) => grade > 0) || !onlyTexts ? [[id, own] as const] : [];
    }),
  );
}

async function ranking(
  { run, tune, depth, seed, onlyTexts, onProgress }: SearchEvaluationRequest,
  queries: ReadonlyMap<string, string>,
  judgments: Judgments,
  folds: readonly Fold[],
  collection: Collection | undefined,
): Promise<{ scores: WordScores; parameters?: readonly Bm25fParameters[] }> {
  if (run !== undefined) {
    if (tune) throw badInput('A given run is ranked already: tuning is for BM25F over --text alone.');
    const given = await readRun(run);
    const kept = ([document]: [string, number]) => !onlyTexts || collection!.texts.has(document);
    return {
      scores: new Map(
        [...given].map(([id, scores]) => {
          const ordered = inTrecOrder(scores).map((document): [string, number] => [
            document,
            scores.get(document)!,
          ]);
          return [id, new Map(ordered.filter(kept).slice(0, depth))];
        }),
      ),
    };
  }
  if (!collection) throw badInput('Give a ranking by words (--run), or the texts to search (--text).');
  if (!tune) return { scores: searchAll(collection, queries, depth) };
  return searchTuned(collection, queries, judgments, folds, { depth, seed, onProgress });
}

function documentsOf(scores: WordScores): number {
  return new Set([...scores.values()].flatMap((own) => [...own.keys()])).size;
}

function save(
  { runOut }: SearchEvaluationRequest,
  rankings: readonly (readonly [string, readonly (readonly [string, number])[]])[],
): void {
  if (runOut !== undefined) writeFileAtomically(runOut, runText(rankings, 'kindred'));
}
