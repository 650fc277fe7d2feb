import { readBertConfig } from './bert/bertConfig';
import { encoderToTrain } from './createEncoder';
import type { TextEncoder, Weights } from './textEncoder';

/** Encoders that say something of a text before any training: their weights are all of what they start from. */
export const untrainedKinds = ['be-bow', 'glove-bow', 'blp'] as const;

export type UntrainedKind = (typeof untrainedKinds)[number];

/**
 * An encoder as it starts, for features without link-prediction training (BLP, section 4.2): with `be-bow` and
 * `glove-bow` the mean of word vectors ("BE-avg", "GloVe-avg"); with `blp` the mean of the checkpoint's token states,
 * which is what a sentence encoder trained with mean pooling gives, turned by an orthonormal projection: lengths and
 * angles stay as they are.
 *
 * @param base  folder of the checkpoint, or word vectors for `glove-bow`
 * @param texts all that it will be asked for
 * @throws CORRUPT_FILE, BAD_INPUT as {@link encoderToTrain}
 */
export async function untrainedEncoder(
  kind: UntrainedKind,
  base: string,
  texts: readonly string[],
  maxLength: number,
): Promise<{ encoder: TextEncoder; weights: Weights }> {
  const dimension = kind === 'blp' ? readBertConfig(base).hidden : undefined;
  const encoder = await encoderToTrain(kind, base, texts, {
    ...{ maxLength, dimension, pooling: 'mean', ops: 'fast' },
  });
  return { encoder, weights: encoder.initialWeights(0) };
}
