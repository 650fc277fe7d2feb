import { tf } from '../../backend';

/** What a forward pass gives: its value, and the tensors that its gradient will need. */
interface Forward<T extends tf.Tensor> {
  readonly value: T;
  readonly saved: tf.Tensor[];
}

/**
 * An op with a gradient of its own, given by two functions instead of by the ops it is made of.
 *
 * Tensors are saved only through `saved` (one kept inside the op would never be freed), and both functions are tidied.
 *
 * @param backward from the gradient of the value, and the saved tensors, the gradient of every input in order
 */
export function differentiable<T extends tf.Tensor>(
  inputs: tf.Tensor[],
  forward: () => Forward<T>,
  backward: (dy: T, saved: tf.Tensor[]) => tf.Tensor[],
): T {
  const op = tf.customGrad<T>((...given) => {
    const save = given.at(-1) as tf.GradSaveFunc;
    const { value, saved } = forward();
    save(saved);
    return { value, gradFunc: (dy, kept) => tf.tidy(() => backward(dy, kept)) };
  });
  return op(...inputs);
}
