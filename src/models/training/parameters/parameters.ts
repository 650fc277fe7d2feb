import type { StoredTensor } from '../../encoders/safetensors';
import type { Weights } from '../../encoders/textEncoder';

/** β₁, β₂ and ε of Adam as Kingma and Ba (2015) give them, and as PyTorch's defaults are. */
export const adam = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 } as const;

/** Weights and their Adam moments after some updates, outside TensorFlow. */
export interface ParameterState {
  /** updates done */
  readonly updates: number;
  readonly weights: Record<string, StoredTensor>;
  /** first and second moments, by the same names */
  readonly means: Record<string, StoredTensor>;
  readonly squares: Record<string, StoredTensor>;
}

/** The state before the first update. */
export function untrained(weights: Record<string, StoredTensor>): ParameterState {
  const zeros = (): Record<string, StoredTensor> =>
    Object.fromEntries(
      Object.entries(weights).map(([name, { shape, data }]) => [
        name,
        { shape, data: new Float32Array(data.length) },
      ]),
    );
  return { updates: 0, weights, means: zeros(), squares: zeros() };
}

/**
 * Trainable weights under Adam:
 * m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², w ← w − rate · (m / (1−β₁ᵗ)) / (√(v / (1−β₂ᵗ)) + ε).
 *
 * One implementation a backend, one contract for all; the numbers are those of PyTorch's `optim.Adam`.
 */
export interface Parameters {
  /** The weights as tensors, the caller's to dispose; before {@link update}, since a weight still held is copied there. */
  read(): Weights;
  /**
   * One update of every weight.
   *
   * @param gradients by name; they stay the caller's
   * @param rate      learning rate by name
   */
  update(gradients: Weights, rate: (name: string) => number): void;
  /** Copies of everything that the next update depends on. */
  state(): ParameterState;
  dispose(): void;
}
