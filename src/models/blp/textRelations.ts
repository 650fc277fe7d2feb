import { tf } from '../backend';
import { unitRows } from './tensorSimilarity';

/**
 * Relation vectors from the relations' own texts: r = W f(text)/‖f(text)‖ with the encoder f of the entities and a
 * trained W, so that a relation which no training has seen has one too. W gives r the length that its scores need.
 *
 * @param raw        `[relations, d]` what the encoder makes of the texts
 * @param projection W, `[d, d]`
 * @returns `[relations, d]`
 */
export function relationVectorsFromText(raw: tf.Tensor2D, projection: tf.Tensor2D): tf.Tensor2D {
  return tf.matMul(unitRows(raw), projection, false, true);
}
