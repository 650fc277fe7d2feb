import { tf } from '../backend';
import { relationVectorsFromText } from '../blp/textRelations';
import { encodeTokens, type TextEncoder, type Weights } from '../encoders';
import { relationProjection, relationVectors } from './objectives';
import type { GraphTokens } from './tokens';

/** The vectors of all relations, `[relations, d]` row-major, whether they are weights or are read from texts. */
export async function relationTable(
  encoder: TextEncoder,
  weights: Weights,
  { relations }: GraphTokens,
): Promise<Float32Array> {
  const table = weights[relationVectors];
  if (table) return table.dataSync<'float32'>().slice();
  const raw = await encodeTokens(encoder, weights, relations.head);
  return tf.tidy(() =>
    relationVectorsFromText(
      tf.tensor2d(raw, [relations.head.length, encoder.dimension]),
      weights[relationProjection] as tf.Tensor2D,
    )
      .dataSync<'float32'>()
      .slice(),
  );
}
