import type { Postings } from '../postings';
import type { NameTable } from '../suggestions/nameTable';
import type { Strings } from './strings';

/**
 * Some documents with all that searching them needs; it never changes. Documents, terms and keys are numbered from 0 in
 * the order of their bytes, documents by their ids. F is the number of fields.
 */
export interface Segment {
  readonly ids: Strings;
  /** `[documents]` */
  readonly versions: Float64Array;
  /** `[documents]` */
  readonly popularity: Uint32Array;
  readonly names: NameTable;
  /** `[documents, F]` words in each field */
  readonly lengths: Uint32Array;
  readonly terms: Strings;
  readonly postings: Postings;
  readonly keys: Strings;
  /** of the keys, with no fields */
  readonly keyPostings: Postings;
}

export function documentCount({ ids }: Segment): number {
  return ids.at.length - 1;
}
