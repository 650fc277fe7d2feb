import type { Reply } from '../../shared/calls';

/** A call of the encoder process: the vectors that the model in `folder` makes of the texts. */
export interface EncodeRequest {
  readonly call: number;
  readonly folder: string;
  readonly texts: readonly string[];
}

export interface Encoded {
  /** `[texts, dimension]`, row-major */
  readonly vectors: Float32Array;
  /** whose text was longer than the encoder reads */
  readonly truncated: boolean[];
}

export type FromEncoder = Reply | { readonly backend: string };
