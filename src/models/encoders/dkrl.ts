import { tf } from '../backend';
import { uniform } from './initialisation';
import type { EncoderKind, TextEncoder, Weights } from './textEncoder';
import type { TokenBatch } from './tokenBatch';
import { joinWords, type WordVectors } from './wordVectors';

/** Positions that are pooled into one. */
const window = 4;

/** Below any value: what lies beyond a text's end is never the largest of its window. */
const outOfReach = 1e9;

const [firstWeight, firstBias] = ['cnn.first.weight', 'cnn.first.bias'];
const [secondWeight, secondBias] = ['cnn.second.weight', 'cnn.second.bias'];

/**
 * `be-dkrl` and `glove-dkrl` (BLP, section 4.1): the convolutional encoder of Xie et al. 2016 over the vectors of a text's words.
 * Convolution of width 2, maximum of four positions, tanh, convolution of width 2, mean over positions, tanh.
 *
 * The code released with the paper pads texts with zeros to one length, and drops a last window that is not full. Here
 * a window counts as far as the text reaches, so that a text's vector does not depend on the others of its batch.
 */
export function dkrl(
  kind: EncoderKind,
  words: WordVectors,
  { dimension, maxLength }: { dimension: number; maxLength: number },
): TextEncoder {
  const shapes = {
    [firstWeight]: [2, words.width, dimension],
    [firstBias]: [dimension],
    [secondWeight]: [2, dimension, dimension],
    [secondBias]: [dimension],
  };
  return {
    kind,
    dimension,
    weightShapes: { [words.table]: [words.rows, words.width], ...shapes },
    tokenize: (texts) => words.tokenize(texts),
    join: (parts) => joinWords(parts, maxLength),

    embed: (weights, batch) =>
      tf.tidy(() => {
        const padded = toWholeWindows(batch);
        const embedded = tf.gather(weights[words.table] as tf.Tensor2D, tf.tensor1d(padded.ids, 'int32'));
        const texts: tf.Tensor3D = tf.mul(
          tf.reshape(embedded, [padded.rows, padded.length, words.width]),
          within(padded.lengths, padded.length),
        );
        const windows = padded.length / window;
        const windowsOf = padded.lengths.map((length) => Math.ceil(length / window));
        const isWindow = within(windowsOf, windows);
        const pooled: tf.Tensor3D = tf.mul(
          tf.tanh(pool(convolve(texts, weights, firstWeight, firstBias), padded)),
          isWindow,
        );
        const states = convolve(pooled, weights, secondWeight, secondBias);
        const sums: tf.Tensor2D = tf.sum(tf.mul(states, isWindow), 1);
        const means: tf.Tensor2D = tf.div(sums, tf.tensor2d(windowsOf, [padded.rows, 1], 'float32'));
        return tf.tanh(means);
      }),

    keep: (weights) => words.keep(weights),

    initialWeights: (seed) => ({
      ...words.initialTable(seed),
      ...Object.fromEntries(
        Object.entries(shapes).map(([name, shape], i) => {
          // As PyTorch starts a convolution: uniform in ±1/√(inputs of an output), the bias likewise.
          const inputs = 2 * (name.startsWith('cnn.first') ? words.width : dimension);
          return [name, uniform(shape, 1 / Math.sqrt(inputs), seed + i)];
        }),
      ),
    }),
  };
}

/** Convolution of width 2 over positions, the input followed by one zero: `[rows, n, in]` → `[rows, n, out]`. */
function convolve(input: tf.Tensor3D, weights: Weights, weight: string, bias: string): tf.Tensor3D {
  const [rows, length, width] = input.shape;
  const [own, next] = tf.unstack(weights[weight]!) as [tf.Tensor2D, tf.Tensor2D];
  const flat = tf.reshape<tf.Rank.R2>(input, [rows * length, width]);
  const out = own.shape[1];
  const ofNext: tf.Tensor3D = tf.reshape(tf.matMul(flat, next), [rows, length, out]);
  const shifted = tf.pad3d(tf.slice3d(ofNext, [0, 1, 0], [rows, length - 1, out]), [
    [0, 0],
    [0, 1],
    [0, 0],
  ]);
  const sum: tf.Tensor3D = tf.add(tf.reshape(tf.matMul(flat, own), [rows, length, out]), shifted);
  return tf.add(sum, weights[bias]!);
}

/** The largest of each window's positions that are in the text: `[rows, n, d]` → `[rows, n / window, d]`. */
function pool(states: tf.Tensor3D, { lengths, length, rows }: TokenBatch): tf.Tensor3D {
  const beyond = tf.mul(tf.sub(within(lengths, length), 1), outOfReach);
  const reachable = tf.add(states, beyond);
  return tf.max(tf.reshape(reachable, [rows, length / window, window, states.shape[2]]), 2);
}

/** 1 where a row has a position of its own, else 0: `[rows, length, 1]`. */
function within(lengths: Int32Array, length: number): tf.Tensor3D {
  const mask = new Float32Array(lengths.length * length);
  lengths.forEach((own, row) => mask.fill(1, row * length, row * length + own));
  return tf.tensor3d(mask, [lengths.length, length, 1]);
}

/** The batch with its length filled up to a multiple of the window. */
function toWholeWindows(batch: TokenBatch): TokenBatch {
  const length = Math.ceil(batch.length / window) * window;
  if (length === batch.length) return batch;
  const ids = new Int32Array(batch.rows * length);
  for (let row = 0; row < batch.rows; row++) {
    ids.set(batch.ids.subarray(row * batch.length, (row + 1) * batch.length), row * length);
  }
  return { ...batch, ids, length };
}
