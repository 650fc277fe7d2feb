import type { Segments } from '../../models/encoders';
import type { Reply } from '../../shared/calls';

/** What a text is of: an entity (or a query, which lies in the same space), or a relation. */
export type TextOf = 'entity' | 'relation';

/** A call of the encoder process: the vectors that the model in `folder` makes of the texts. */
export interface EncodeRequest {
  readonly call: number;
  readonly folder: string;
  readonly of: TextOf;
  readonly texts: readonly (string | Segments)[];
}

export interface Encoded {
  /** `[texts, dimension]`, row-major */
  readonly vectors: Float32Array;
  /** whose text was longer than the encoder reads */
  readonly truncated: boolean[];
}

export type FromEncoder = Reply | { readonly backend: string };
