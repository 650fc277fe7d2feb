/**
 * The arithmetic that relation models are written in, so that each is written once: on numbers it serves
 * ({@link plainAlgebra}), on tensors it trains (`tensorAlgebra.ts`). All but `join` and its inverses are elementwise.
 */
export interface Algebra<V> {
  readonly add: (a: V, b: V) => V;
  readonly sub: (a: V, b: V) => V;
  readonly mul: (a: V, b: V) => V;
  readonly scale: (a: V, factor: number) => V;
  /** x / √(a² + b²) for x = a and x = b: the complex numbers a + bi brought to modulus 1 */
  readonly toUnitModulus: (a: V, b: V) => [V, V];
  /** first and second half of the components: `[…, d]` → two of `[…, d/2]` */
  readonly halves: (v: V) => [V, V];
  readonly joinHalves: (a: V, b: V) => V;
  /** components at even and at odd places: `[…, d]` → two of `[…, d/2]` */
  readonly pairs: (v: V) => [V, V];
  readonly joinPairs: (a: V, b: V) => V;
}

/** Added under square roots, as in training: 0 + 0i has no direction. */
export const epsilon = 1e-12;

/** On one vector. Loads no tensors, for processes that only serve. */
export const plainAlgebra: Algebra<Float32Array> = {
  add: (a, b) => a.map((x, i) => x + b[i]!),
  sub: (a, b) => a.map((x, i) => x - b[i]!),
  mul: (a, b) => a.map((x, i) => x * b[i]!),
  scale: (a, factor) => a.map((x) => x * factor),

  toUnitModulus(a, b) {
    const moduli = a.map((x, i) => Math.sqrt(x * x + b[i]! * b[i]! + epsilon));
    return [a.map((x, i) => x / moduli[i]!), b.map((x, i) => x / moduli[i]!)];
  },

  halves: (v) => [v.slice(0, v.length / 2), v.slice(v.length / 2)],
  joinHalves: (a, b) => Float32Array.of(...a, ...b),
  pairs: (v) => [v.filter((_, i) => i % 2 === 0), v.filter((_, i) => i % 2 === 1)],
  joinPairs: (a, b) => Float32Array.from({ length: 2 * a.length }, (_, i) => (i % 2 ? b : a)[i >> 1]!),
};
