import { readRun } from '../../../formats/trec';
import { inTrecOrder } from '../../../models/metrics/retrievalFigures';
import type { Bm25fParameters } from '../../../models/search/ranking/bm25f';
import { defaultParameters } from '../../../models/search/ranking/defaultParameters';
import { coordinateAscent } from '../../../models/search/training/coordinateAscent';
import { type JudgedSample, meanNdcg } from '../../../models/search/training/judgedSample';
import { badInput } from '../../../shared/errors';
import type { Collection } from './collection';
import { checkDocuments, type JudgedQueries } from './judgedQueries';
import type { SearchEvaluationRequest } from './request';

/** Scores of documents for each query, by words. */
export type WordScores = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Documents of each query with their scores, the best first. */
export type Rankings = ReadonlyMap<string, readonly (readonly [document: string, score: number])[]>;

export interface RankedByWords {
  readonly scores: WordScores;
  /** of each fold, where they were tuned */
  readonly parameters?: readonly Bm25fParameters[];
}

/** Documents of a query that parameters are tuned by, besides the judged ones. */
const sampled = 200;

/** By a run that is given, or by BM25F over a collection. @throws BAD_INPUT where there is neither; CANCELLED */
export async function rankByWords(
  request: SearchEvaluationRequest,
  asked: JudgedQueries,
  collection: Collection | undefined,
): Promise<RankedByWords> {
  const { run, text, tune, depth, onlyTexts } = request;
  if (run !== undefined) {
    if (tune) throw badInput('A given run is ranked already: tuning is for BM25F over --text alone.');
    return { scores: await given(run, request, asked, onlyTexts ? collection : undefined) };
  }
  if (!collection) throw badInput('Give a ranking by words (--run), or the texts to search (--text).');
  const files = { judgments: request.judgments, ranked: text! };
  checkDocuments(asked.judgments, new Set(collection.texts.keys()), files);
  if (tune) return tuned(collection, asked, request);
  const search = (text: string) => collection.search(text, defaultParameters, depth);
  return { scores: new Map(Array.from(asked.queries, ([id, text]) => [id, search(text)])) };
}

/** @param within leave out documents that it has no text of */
async function given(
  run: string,
  { judgments, depth }: SearchEvaluationRequest,
  asked: JudgedQueries,
  within: Collection | undefined,
): Promise<WordScores> {
  const best = (scores: ReadonlyMap<string, number>) =>
    inTrecOrder(scores)
      .filter((document) => !within || within.texts.has(document))
      .slice(0, depth)
      .map((document) => [document, scores.get(document)!] as const);
  const ranked = await readRun(run);
  const documents = new Set([...ranked.values()].flatMap((scores) => [...scores.keys()]));
  checkDocuments(asked.judgments, documents, { judgments, ranked: run });
  return new Map(Array.from(ranked, ([id, scores]) => [id, new Map(best(scores))]));
}

/**
 * Each query by the parameters that did best on the training queries of the fold that asks it: BM25F-CA (Hasibi et al.
 * 2017, section 4).
 */
async function tuned(
  collection: Collection,
  { queries, judgments, folds }: JudgedQueries,
  { depth, seed, onProgress, signal }: SearchEvaluationRequest,
): Promise<RankedByWords> {
  const samples = new Map<string, JudgedSample>();
  for (const [id, text] of queries) {
    const grades = judgments.get(id);
    if (!grades) continue;
    const found = collection.search(text, defaultParameters, sampled).keys();
    samples.set(id, { grades, sample: collection.sample(text, [...new Set([...found, ...grades.keys()])]) });
  }
  const scores = new Map<string, ReadonlyMap<string, number>>();
  const parameters: Bm25fParameters[] = [];
  for (const [fold, { training, testing }] of folds.entries()) {
    onProgress?.({ stage: 'tuning', done: fold, total: folds.length, unit: 'folds' });
    const learned = training.flatMap((id) => samples.get(id) ?? []);
    const { parameters: best } = await coordinateAscent({
      ...{ start: defaultParameters, seed, signal },
      objective: (tried) => meanNdcg(learned, tried),
    });
    for (const id of testing) {
      const text = queries.get(id);
      if (text !== undefined) scores.set(id, collection.search(text, best, depth));
    }
    parameters.push(best);
  }
  onProgress?.({ stage: 'tuning', done: folds.length, total: folds.length, unit: 'folds' });
  return { scores, parameters };
}
