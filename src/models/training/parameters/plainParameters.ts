import { tf } from '../../backend';
import type { Weights } from '../../encoders/textEncoder';
import { adam, type Parameters, type ParameterState } from './parameters';
import { mapValues, toStored, toTensor } from './storedTensors';

/** Adam in TensorFlow.js's own operations: for every backend, and the reference of the native one. */
export class PlainParameters implements Parameters {
  private updates: number;
  private weights: Weights;
  private means: Weights;
  private squares: Weights;

  constructor(state: ParameterState) {
    this.updates = state.updates;
    this.weights = mapValues(state.weights, toTensor);
    this.means = mapValues(state.means, toTensor);
    this.squares = mapValues(state.squares, toTensor);
  }

  read(): Weights {
    return mapValues(this.weights, (weight) => weight.clone());
  }

  update(gradients: Weights, rate: (name: string) => number): void {
    this.updates++;
    const meanCorrection = 1 - adam.beta1 ** this.updates;
    const squareCorrection = 1 - adam.beta2 ** this.updates;
    for (const name of Object.keys(this.weights)) {
      const [mean, square, weight] = tf.tidy((): tf.Tensor[] => {
        const gradient = gradients[name]!;
        const mean: tf.Tensor = tf.add(
          tf.mul(this.means[name]!, adam.beta1),
          tf.mul(gradient, 1 - adam.beta1),
        );
        const square: tf.Tensor = tf.add(
          tf.mul(this.squares[name]!, adam.beta2),
          tf.mul(tf.square(gradient), 1 - adam.beta2),
        );
        const step = tf.div(mean, tf.add(tf.sqrt(tf.div(square, squareCorrection)), adam.epsilon));
        return [mean, square, tf.sub(this.weights[name]!, tf.mul(step, rate(name) / meanCorrection))];
      });
      tf.dispose([this.means[name]!, this.squares[name]!, this.weights[name]!]);
      this.means[name] = mean!;
      this.squares[name] = square!;
      this.weights[name] = weight!;
    }
  }

  state(): ParameterState {
    return {
      updates: this.updates,
      weights: mapValues(this.weights, toStored),
      means: mapValues(this.means, toStored),
      squares: mapValues(this.squares, toStored),
    };
  }

  dispose(): void {
    tf.dispose([this.weights, this.means, this.squares]);
  }
}
