import { tf } from '../backend';
import type { NativeOps } from '../nativeOps';
import { differentiable } from './ops/differentiable';
import type { TokenBatch } from './tokenBatch';
import { tokenMean } from './tokenMean';

/** Mean of the embeddings of each row's tokens: `[vocabulary, d]` → `[rows, d]`. */
export function embeddingMean(table: tf.Tensor2D, batch: TokenBatch): tf.Tensor2D {
  return tokenMean(tf.gather(table, tf.tensor1d(batch.ids, 'int32')), batch);
}

/**
 * The same by TensorFlow's own operation for it, about five times faster in training: no embedding is copied out of
 * the table, and the gradient is summed straight into the table's rows.
 */
export function nativeEmbeddingMean(native: NativeOps, table: tf.Tensor2D, batch: TokenBatch): tf.Tensor2D {
  const { ids, rowOfId } = withoutPadding(batch);
  const attributes = [
    native.type('T', 'float32'),
    native.type('Tidx', 'int32'),
    native.type('Tsegmentids', 'int32'),
  ];
  return differentiable(
    [table],
    () => {
      const saved = [tf.tensor1d(ids, 'int32'), tf.tensor1d(rowOfId, 'int32')];
      return { value: native.run('SparseSegmentMean', [table, ...saved], attributes) as tf.Tensor2D, saved };
    },
    (dy, saved) => [
      native.run('SparseSegmentMeanGrad', [dy, ...saved, tf.scalar(table.shape[0], 'int32')], attributes),
    ],
  );
}

/** The ids of all rows one after another, and the row that each belongs to. */
function withoutPadding({ ids, lengths, length }: TokenBatch): { ids: Int32Array; rowOfId: Int32Array } {
  const total = lengths.reduce((sum, own) => sum + own, 0);
  const packed = new Int32Array(total);
  const rowOfId = new Int32Array(total);
  let end = 0;
  lengths.forEach((own, row) => {
    packed.set(ids.subarray(row * length, row * length + own), end);
    rowOfId.fill(row, end, end + own);
    end += own;
  });
  return { ids: packed, rowOfId };
}
