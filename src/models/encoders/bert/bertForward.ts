import { tf } from '../../backend';
import type { EncoderOps, RowLayout } from '../ops/encoderOps';
import type { Weights } from '../textEncoder';
import type { TokenBatch } from '../tokenBatch';
import { wordEmbeddings, type BertConfig } from './bertConfig';

/** Added to the attention scores of padding: exp() of it is 0 exactly in float32. */
const excluded = -1e9;

/**
 * BERT (Devlin et al. 2019) without dropout: token ids to token states. Everything is kept as a matrix with one row a
 * token, so that the large products are plain two-dimensional ones.
 *
 * @param firstOnly the last layer is computed for the first token of each row alone: the same numbers for that token,
 *                  and three quarters of the layer's products saved where only `[CLS]` is read
 * @param types     `[rows * length]` token types; all 0 by default
 * @returns `[rows * length, hidden]`, or `[rows, hidden]` with `firstOnly`
 */
export function bertForward(
  config: BertConfig,
  ops: EncoderOps,
  weights: Weights,
  batch: TokenBatch,
  { firstOnly = false, types }: { firstOnly?: boolean; types?: Int32Array } = {},
): tf.Tensor2D {
  const matrix = (name: string) => weights[name] as tf.Tensor2D;
  const vector = (name: string) => weights[name] as tf.Tensor1D;
  const linear = (x: tf.Tensor2D, name: string) =>
    ops.linear(x, matrix(`${name}.weight`), vector(`${name}.bias`));
  const layerNorm = (x: tf.Tensor2D, name: string) =>
    ops.layerNorm(x, vector(`${name}.weight`), vector(`${name}.bias`), config.epsilon);

  const { rows, length } = batch;
  const layout: RowLayout = { rows, length, heads: config.heads, mask: paddingMask(batch) };
  const firstRows = (x: tf.Tensor2D) =>
    x.reshape([rows, length * config.hidden]).slice([0, 0], [rows, config.hidden]) as tf.Tensor2D;

  const words = tf
    .gather(matrix(wordEmbeddings), tf.tensor1d(batch.ids, 'int32'))
    .reshape([rows, length, config.hidden]);
  const places = matrix('embeddings.position_embeddings.weight').slice([0, 0], [length, config.hidden]);
  const typeTable = matrix('embeddings.token_type_embeddings.weight');
  const placed = types
    ? words
        .add(places)
        .add(tf.gather(typeTable, tf.tensor1d(types, 'int32')).reshape([rows, length, config.hidden]))
    : words.add(places.add(typeTable.slice([0, 0], [1, config.hidden])));
  let states = layerNorm(placed.reshape([rows * length, config.hidden]), 'embeddings.LayerNorm');

  for (let layer = 0; layer < config.layers; layer++) {
    const name = `encoder.layer.${layer}`;
    const self = `${name}.attention.self`;
    // One product for queries, keys and values.
    const qkv = ops.linear(
      states,
      tf.concat2d(
        [matrix(`${self}.query.weight`), matrix(`${self}.key.weight`), matrix(`${self}.value.weight`)],
        0,
      ),
      tf.concat1d([vector(`${self}.query.bias`), vector(`${self}.key.bias`), vector(`${self}.value.bias`)]),
    );
    let context = ops.attention(qkv, layout);
    if (firstOnly && layer === config.layers - 1) {
      context = firstRows(context);
      states = firstRows(states);
    }
    states = layerNorm(
      linear(context, `${name}.attention.output.dense`).add(states),
      `${name}.attention.output.LayerNorm`,
    );
    const inner = ops.gelu(linear(states, `${name}.intermediate.dense`));
    states = layerNorm(linear(inner, `${name}.output.dense`).add(states), `${name}.output.LayerNorm`);
  }
  return states;
}

function paddingMask({ rows, length, lengths }: TokenBatch): tf.Tensor4D | undefined {
  if (lengths.every((own) => own === length)) return undefined;
  const mask = new Float32Array(rows * length);
  lengths.forEach((own, row) => mask.fill(excluded, row * length + own, (row + 1) * length));
  return tf.tensor4d(mask, [rows, 1, 1, length]);
}
