import type { NodeJSKernelBackend } from '@tensorflow/tfjs-node/dist/nodejs_kernel_backend';
import { tf } from '../../backend';
import type { StoredTensor } from '../../encoders/safetensors';
import type { Weights } from '../../encoders/textEncoder';
import { adam, type Parameters, type ParameterState } from './parameters';
import { mapValues, toStored } from './plainParameters';

/** Handles of a weight's resource variables in TensorFlow. */
interface Variables {
  readonly weight: tf.Tensor;
  readonly mean: tf.Tensor;
  readonly square: tf.Tensor;
}

let variablesMade = 0;

/**
 * Adam as TensorFlow's own operation on resource variables: one call a weight, in place, about six times faster than
 * the same in TensorFlow.js's operations.
 */
export class NativeParameters implements Parameters {
  private readonly backend = tf.backend() as unknown as NodeJSKernelBackend;
  private readonly variables: Record<string, Variables>;
  private updates: number;

  constructor(state: ParameterState) {
    this.updates = state.updates;
    this.variables = Object.fromEntries(
      Object.keys(state.weights).map((name) => [
        name,
        {
          weight: this.variable(state.weights[name]!),
          mean: this.variable(state.means[name]!),
          square: this.variable(state.squares[name]!),
        },
      ]),
    );
  }

  read(): Weights {
    return mapValues(this.variables, ({ weight }) => this.valueOf(weight));
  }

  /**
   * TensorFlow computes w ← w − rate · (√(1−β₂ᵗ)/(1−β₁ᵗ)) · m / (√v + ε'), with ε outside the correction of v;
   * ε' = ε·√(1−β₂ᵗ) makes it the published formula.
   */
  update(gradients: Weights, rate: (name: string) => number): void {
    this.updates++;
    const power1 = adam.beta1 ** this.updates;
    const power2 = adam.beta2 ** this.updates;
    tf.tidy(() => {
      const constants = [adam.beta1, adam.beta2, adam.epsilon * Math.sqrt(1 - power2)].map((value) => tf.scalar(value));
      const powers = [power1, power2].map((value) => tf.scalar(value));
      for (const [name, { weight, mean, square }] of Object.entries(this.variables)) {
        const { TF_ATTR_BOOL } = this.backend.binding;
        this.backend.executeMultipleOutputs(
          'ResourceApplyAdam',
          [
            this.floatType('T'),
            { name: 'use_locking', type: TF_ATTR_BOOL, value: false },
            { name: 'use_nesterov', type: TF_ATTR_BOOL, value: false },
          ],
          [weight, mean, square, ...powers, tf.scalar(rate(name)), ...constants, gradients[name]!],
          0,
        );
      }
    });
  }

  state(): ParameterState {
    const valuesOf = (part: keyof Variables): Record<string, StoredTensor> =>
      mapValues(this.variables, (variables) => tf.tidy(() => toStored(this.valueOf(variables[part]))));
    return { updates: this.updates, weights: valuesOf('weight'), means: valuesOf('mean'), squares: valuesOf('square') };
  }

  dispose(): void {
    for (const handle of Object.values(this.variables).flatMap((variables) => Object.values(variables) as tf.Tensor[])) {
      this.backend.executeMultipleOutputs(
        'DestroyResourceOp',
        [{ name: 'ignore_lookup_error', type: this.backend.binding.TF_ATTR_BOOL, value: true }],
        [handle],
        0,
      );
      handle.dispose();
    }
  }

  private variable({ data, shape }: StoredTensor): tf.Tensor {
    const { TF_ATTR_STRING, TF_ATTR_SHAPE } = this.backend.binding;
    const name = `kindred-${process.pid}-${variablesMade++}`;
    const handle = tf.keep(
      this.backend.executeSingleOutput(
        'VarHandleOp',
        [
          { name: 'container', type: TF_ATTR_STRING, value: '' },
          { name: 'shared_name', type: TF_ATTR_STRING, value: name },
          this.floatType('dtype'),
          { name: 'shape', type: TF_ATTR_SHAPE, value: [...shape] },
        ],
        [],
      ),
    );
    tf.tidy(() => {
      const value = tf.tensor(data, [...shape], 'float32');
      this.backend.executeMultipleOutputs('AssignVariableOp', [this.floatType('dtype')], [handle, value], 0);
    });
    return handle;
  }

  private valueOf(handle: tf.Tensor): tf.Tensor {
    return this.backend.executeSingleOutput('ReadVariableOp', [this.floatType('dtype')], [handle]);
  }

  private floatType(name: string): { name: string; type: number; value: number } {
    return { name, type: this.backend.binding.TF_ATTR_TYPE, value: this.backend.binding.TF_FLOAT };
  }
}
