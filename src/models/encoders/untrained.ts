import { readBertConfig } from './bert/bertConfig';
import { createEncoder } from './createEncoder';
import type { TextEncoder, Weights } from './textEncoder';

/** Encoders that say something of a text before any training: their weights are all of the checkpoint. */
export const untrainedKinds = ['be-bow', 'blp'] as const;

export type UntrainedKind = (typeof untrainedKinds)[number];

/**
 * A checkpoint as it is, for features without link-prediction training (BLP, section 4.2): with `be-bow` the mean of
 * its input embeddings ("BE-avg"); with `blp` the mean of its token states, which is what a sentence encoder trained
 * with mean pooling gives, turned by an orthonormal projection: lengths and angles stay as they are.
 *
 * @param folder of the checkpoint
 * @throws CORRUPT_FILE, BAD_INPUT as {@link createEncoder}
 */
export async function untrainedEncoder(
  kind: UntrainedKind,
  folder: string,
  maxLength: number,
): Promise<{ encoder: TextEncoder; weights: Weights }> {
  const { hidden: dimension } = readBertConfig(folder);
  const encoder = await createEncoder(kind, folder, { maxLength, dimension, pooling: 'mean', ops: 'fast' });
  return { encoder, weights: encoder.initialWeights(0) };
}
