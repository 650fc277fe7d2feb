import type { NodeJSKernelBackend } from '@tensorflow/tfjs-node/dist/nodejs_kernel_backend';
import type { TFEOpAttr } from '@tensorflow/tfjs-node/dist/tfjs_binding';
import { backendName, tf } from './backend';

/**
 * A tensor in bfloat16 (float32 with 8 bits of mantissa). TensorFlow.js has no name for the type: to it, this is a
 * float32 tensor that native ops alone can read.
 */
export type Bfloat16Tensor = tf.Tensor & { readonly precision: 'bfloat16' };

/** TensorFlow's number of the type (DT_BFLOAT16 of types.proto), which the binding does not name. */
const bfloat16 = 14;

/** What is used of the backend that its types keep private. */
interface NativeBackend {
  getInputTensorIds(tensors: tf.Tensor[]): number[];
  createOutputTensor(output: { id: number; shape: number[]; dtype: number }): tf.Tensor;
}

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

  /** rounded to the nearest bfloat16 */
  toBfloat16(x: tf.Tensor): Bfloat16Tensor {
    return this.runBfloat16('Cast', [x], this.cast(this.float.value as number, bfloat16));
  }

  /** As {@link matMul} of two matrices in bfloat16, to float32: summed in float32, then rounded to bfloat16. */
  matMulBfloat16(a: Bfloat16Tensor, b: Bfloat16Tensor, transposeA = false, transposeB = false): tf.Tensor {
    const product = this.runBfloat16(
      'MatMul',
      [a, b],
      [
        this.flag('transpose_a', transposeA),
        this.flag('transpose_b', transposeB),
        this.typeNumber('T', bfloat16),
      ],
    );
    const wide = this.run('Cast', [product], this.cast(bfloat16, this.float.value as number));
    product.dispose();
    return wide;
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
    return this.typeNumber(name, this.backend.getDTypeInteger(dtype));
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

  private typeNumber(name: string, value: number): TFEOpAttr {
    return { name, type: this.backend.binding.TF_ATTR_TYPE, value };
  }

  private cast(from: number, to: number): TFEOpAttr[] {
    return [this.typeNumber('SrcT', from), this.typeNumber('DstT', to), this.flag('Truncate', false)];
  }

  /** As {@link run}, which refuses an output in bfloat16: its type is unknown to the backend. */
  private runBfloat16(name: string, inputs: tf.Tensor[], attributes: TFEOpAttr[]): Bfloat16Tensor {
    const { binding } = this.backend;
    const backend = this.backend as unknown as NativeBackend;
    const [output] = binding.executeOp(name, attributes, backend.getInputTensorIds(inputs), 1);
    const { id, shape } = output!;
    return backend.createOutputTensor({ id, shape, dtype: binding.TF_FLOAT }) as Bfloat16Tensor;
  }
}

let ops: NativeOps | undefined;

/** The native ops, or undefined where the backend is not TensorFlow's. */
export function nativeOps(): NativeOps | undefined {
  if (backendName() === 'cpu') return undefined;
  return (ops ??= new NativeOps(tf.backend() as NodeJSKernelBackend));
}
