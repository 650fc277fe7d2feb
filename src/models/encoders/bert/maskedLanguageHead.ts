import { tf } from '../../backend';
import { hasWeights, readCheckpoint } from '../checkpoint';
import type { EncoderOps } from '../ops/encoderOps';
import type { MaskedLanguageHead } from '../textEncoder';
import { wordEmbeddings, type BertConfig } from './bertConfig';
import { bertForward } from './bertForward';

const [dense, denseBias, gain, gainBias, outputBias] = [
  'cls.predictions.transform.dense.weight',
  'cls.predictions.transform.dense.bias',
  'cls.predictions.transform.LayerNorm.weight',
  'cls.predictions.transform.LayerNorm.bias',
  'cls.predictions.bias',
] as const;

/**
 * BERT's head: a dense layer with GELU, layer norm, then the product with the word embeddings themselves, and a bias.
 *
 * A new dense layer starts as the identity, where BERT's own is drawn: an encoder's states still resemble the embeddings
 * that it began with, so the product with these tells tokens apart from the first step on, and the loss falls sooner.
 */
export function maskedLanguageHead(
  folder: string,
  config: BertConfig,
  ops: EncoderOps,
  { maskId, ordinary }: { maskId: number | undefined; ordinary: Int32Array },
): MaskedLanguageHead {
  const { hidden, vocabulary, epsilon } = config;
  const shapes = {
    [dense]: [hidden, hidden],
    [denseBias]: [hidden],
    [gain]: [hidden],
    [gainBias]: [hidden],
    [outputBias]: [vocabulary],
  };
  return {
    weightShapes: shapes,
    mask: maskId,
    ordinary,

    initialWeights: () =>
      hasWeights(folder, shapes)
        ? readCheckpoint(folder, shapes)
        : {
            [dense]: tf.eye(hidden),
            [denseBias]: tf.zeros([hidden]),
            [gain]: tf.ones([hidden]),
            [gainBias]: tf.zeros([hidden]),
            [outputBias]: tf.zeros([vocabulary]),
          },

    logits: (weights, batch, positions) =>
      tf.tidy(() => {
        const vector = (name: string) => weights[name] as tf.Tensor1D;
        const states = tf.gather(bertForward(config, ops, weights, batch), tf.tensor1d(positions, 'int32'));
        const inner = ops.gelu(ops.linear(states, weights[dense] as tf.Tensor2D, vector(denseBias)));
        const transformed = ops.layerNorm(inner, vector(gain), vector(gainBias), epsilon);
        return ops.linear(transformed, weights[wordEmbeddings] as tf.Tensor2D, vector(outputBias));
      }),
  };
}
