import { tf } from '../../backend';
import type { StoredTensor } from '../../encoders/safetensors';

/** A copy outside TensorFlow. */
export function toStored(tensor: tf.Tensor): StoredTensor {
  return { shape: tensor.shape, data: tensor.dataSync<'float32'>().slice() };
}

export function toTensor({ shape, data }: StoredTensor): tf.Tensor {
  return tf.tensor(data, [...shape], 'float32');
}

export function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
