import type { NodeJSKernelBackend } from '@tensorflow/tfjs-node/dist/nodejs_kernel_backend';
import type { TFEOpAttr } from '@tensorflow/tfjs-node/dist/tfjs_binding';
import { backendName, tf } from './backend';

/**
 * TensorFlow's own kernels by name, for the few places where TensorFlow.js has no op or a slow one. Outputs are tracked
 * by `tf.tidy` like any tensor, but no gradient is recorded: see `differentiable`.
 */
export class NativeOps {
  private readonly float: TFEOpAttr;

  constructor(private readonly backend: NodeJSKernelBackend) {
    this.float = this.type('T', 'float32');
  }

  /** an op with one output and attributes given as they are */
  run(name: string, inputs: tf.Tensor[], attributes: TFEOpAttr[] = [this.float]): tf.Tensor {
    return this.backend.executeSingleOutput(name, attributes, inputs);
  }

  /** an op that changes something in TensorFlow and has no output */
  effect(name: string, inputs: tf.Tensor[], attributes: TFEOpAttr[] = [this.float]): void {
    this.backend.executeMultipleOutputs(name, attributes, inputs, 0);
  }

  /** `a b`, each transposed first where asked; over the last two axes when there are more */
  matMul(a: tf.Tensor, b: tf.Tensor, transposeA = false, transposeB = false): tf.Tensor {
    const batched = a.rank > 2;
    return this.run(
      batched ? 'BatchMatMulV2' : 'MatMul',
      [a, b],
      [
        this.flag(batched ? 'adj_x' : 'transpose_a', transposeA),
        this.flag(batched ? 'adj_y' : 'transpose_b', transposeB),
        this.float,
      ],
    );
  }

  /** sum or mean over the last axis, which stays with length 1 */
  reduceLast(name: 'Sum' | 'Mean', x: tf.Tensor): tf.Tensor {
    return this.run(
      name,
      [x, tf.tensor1d([x.rank - 1], 'int32')],
      [this.flag('keep_dims', true), this.float, this.type('Tidx', 'int32')],
    );
  }

  type(name: string, dtype: tf.DataType): TFEOpAttr {
    return { name, type: this.backend.binding.TF_ATTR_TYPE, value: this.backend.getDTypeInteger(dtype) };
  }

  flag(name: string, value: boolean): TFEOpAttr {
    return { name, type: this.backend.binding.TF_ATTR_BOOL, value };
  }

  text(name: string, value: string): TFEOpAttr {
    return { name, type: this.backend.binding.TF_ATTR_STRING, value };
  }

  shape(name: string, value: readonly number[]): TFEOpAttr {
    return { name, type: this.backend.binding.TF_ATTR_SHAPE, value: [...value] };
  }
}

let ops: NativeOps | undefined;

/** The native ops, or undefined where the backend is not TensorFlow's. */
export function nativeOps(): NativeOps | undefined {
  if (backendName() === 'cpu') return undefined;
  return (ops ??= new NativeOps(tf.backend() as NodeJSKernelBackend));
}
