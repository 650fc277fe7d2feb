import type { tf } from '../backend';
import type { Precision } from './ops/products';
import type { StoredTensor } from './safetensors';
import type { TokenBatch, TokenizedTexts } from './tokenBatch';

export const encoderKinds = ['be-bow', 'be-dkrl', 'glove-bow', 'glove-dkrl', 'blp', 'lookup'] as const;
export type EncoderKind = (typeof encoderKinds)[number];

/**
 * Whether an encoder of the kind makes a vector of any text. `lookup` alone does not: it has a vector for each entity of
 * its training, and is asked for them by id.
 */
export function readsTexts(kind: string): boolean {
  return kind !== 'lookup';
}

/** Whether each text of a batch costs as much as the longest. */
export function padsTexts(kind: EncoderKind): boolean {
  return kind === 'blp' || kind.endsWith('dkrl');
}

/** Trainable tensors by name; float32. Names are the checkpoint's, without a leading `bert.`. */
export type Weights = Record<string, tf.Tensor>;

/** Shape of every weight an encoder needs, by name. */
export type WeightShapes = Readonly<Record<string, readonly number[]>>;

export interface EncoderOptions {
  /** most tokens of a text, special ones included */
  maxLength: number;
  /** width of the vectors; not for `be-bow` and `glove-bow`, whose vectors are as wide as their words' */
  dimension?: number;
  /** how `blp` makes one vector of many: `[CLS]`'s (the paper, and the default) or the mean of all */
  pooling?: 'cls' | 'mean';
  /** `plain` is the readable reference, `fast` the same numbers by native ops with their own gradients */
  ops: 'plain' | 'fast';
  /** of the factors of `blp`'s large matrix products with fast ops; float32 by default */
  precision?: Precision;
  /** whether `blp` tells texts that are read together apart by their token types, see `alternatingTypes` */
  segmentTypes?: boolean;
}

/** Guessing tokens from the states of an encoder (Devlin et al. 2019, section 3.1, task 1). */
export interface MaskedLanguageHead {
  /** of the weights that it has beside the encoder's; matrices are `[out, in]` */
  readonly weightShapes: WeightShapes;
  /** id that stands for a hidden token; undefined where the tokenizer has none */
  readonly mask: number | undefined;
  /** ids of all tokens but the special ones */
  readonly ordinary: Int32Array;
  /** The checkpoint's where it was saved with the head, else new ones. */
  initialWeights(): Weights;
  /**
   * Logits of all tokens at some places of a batch; only these are multiplied with the vocabulary.
   *
   * @param weights   the encoder's and the head's
   * @param positions `[p]` rows of the batch's flattened tokens
   * @returns `[p, vocabulary]`
   */
  logits(weights: Weights, batch: TokenBatch, positions: Int32Array): tf.Tensor2D;
}

/** What a trained model's folder keeps of its encoder: `createEncoder` makes the same one of it. */
export interface KeptEncoder {
  readonly weights: Record<string, StoredTensor>;
  /** contents of the files beside the weights, by name */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Turns texts into vectors (BLP, section 3). An encoder holds no weights: {@link embed} is a pure function of those it
 * is given, so that the training loop can keep them where it likes and take gradients.
 */
export interface TextEncoder {
  readonly kind: EncoderKind;
  /** width of the vectors */
  readonly dimension: number;
  readonly weightShapes: WeightShapes;
  /** where the encoder has states of tokens, which `blp` has */
  readonly maskedLanguage?: MaskedLanguageHead;
  /**
   * Synchronous. Text from users can never become a special token. For `lookup` these are ids, not texts.
   *
   * @throws MODEL_UNAVAILABLE for an id that a `lookup` was not trained with
   */
  tokenize(texts: readonly string[]): TokenizedTexts;
  /**
   * Several tokenised texts as one that is read together, within the longest that is read: the longest part loses its
   * end first.
   */
  join(parts: readonly Int32Array[]): { ids: Int32Array; truncated: boolean };
  /** `[rows, dimension]`, not normalised; differentiable in every weight. A row does not depend on the batch's others. */
  embed(weights: Weights, batch: TokenBatch): tf.Tensor2D;
  /**
   * Weights to start training from: the base checkpoint's, and new parts drawn from the seed.
   *
   * @throws CORRUPT_FILE when the checkpoint's file is damaged or lacks a weight
   */
  initialWeights(seed: number): Weights;
  /** @param weights trained from the initial ones */
  keep(weights: Record<string, StoredTensor>): KeptEncoder;
}
