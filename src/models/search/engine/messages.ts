import type { LanguageCode } from '../analysis';
import type { SearchDocument } from '../document';
import type { Counts } from '../ranking/counts';
import type { Bm25fParameters } from '../ranking/bm25f';
import type { DocumentFilter } from '../query/filter';
import type { Hit } from '../ranking/search';
import type { QuerySample } from '../training/judgedSample';

/** A search for a text. */
export interface TextSearch {
  readonly text: string;
  readonly parameters: Bm25fParameters;
  readonly first: number;
  readonly filter?: DocumentFilter;
}

/** What the thread can be asked, and what it answers. */
export interface EngineCalls {
  put(documents: readonly SearchDocument[]): void;
  remove(ids: readonly string[]): void;
  search(asked: TextSearch): Hit[];
  /** @param countBy prefix of the keys that all found documents are counted by */
  count(asked: Partial<Pick<TextSearch, 'text' | 'filter'>>, countBy: string): Counts;
  /** Those of the ids whose documents pass. */
  passing(ids: readonly string[], filter: DocumentFilter): string[];
  /** All whose documents pass. */
  allPassing(filter: DocumentFilter): string[];
  suggest(typed: string, first: number): string[];
  sample(text: string, ids: readonly string[]): QuerySample;
  versions(): Map<string, number>;
  save(folder: string, mark: number): void;
  settle(): void;
}

export type EngineMethod = keyof EngineCalls;

export interface EngineRequest {
  readonly call: number;
  readonly method: EngineMethod;
  readonly args: readonly unknown[];
}

/** What the thread starts with. */
export interface EngineStart {
  readonly language: LanguageCode;
  /** of what the documents are: what was saved of anything else is not loaded */
  readonly source?: string;
  /** with what was saved, if anything */
  readonly folder?: string;
}
