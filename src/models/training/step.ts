import { tf } from '../backend';
import type { Weights } from '../encoders/textEncoder';
import type { Parameters } from './parameters';

/**
 * One step of gradient descent: the loss and its gradient at the present weights, then an update unless the loss is
 * not finite.
 *
 * @param loss differentiable in every weight
 * @param rate learning rate by the weight's name
 * @returns the loss before the update
 */
export function takeStep(
  parameters: Parameters,
  loss: (weights: Weights) => tf.Scalar,
  rate: (name: string) => number,
): number {
  const weights = parameters.read();
  const names = Object.keys(weights);
  const lossOf = (...values: tf.Tensor[]): tf.Scalar =>
    loss(Object.fromEntries(names.map((name, i) => [name, values[i]!])));
  const { value, grads } = tf.valueAndGrads(lossOf)(Object.values(weights));
  tf.dispose(weights);
  const found = value.dataSync()[0]!;
  if (Number.isFinite(found)) {
    parameters.update(Object.fromEntries(names.map((name, i) => [name, grads[i]!])), rate);
  }
  tf.dispose([value, grads]);
  return found;
}
