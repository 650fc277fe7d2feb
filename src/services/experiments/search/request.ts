import type { LanguageCode } from '../../../models/search/analysis';
import type { OnProgress } from '../../../shared/progress';
import type { Features } from '../classification';

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
