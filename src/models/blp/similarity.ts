/**
 * How a query vector and a candidate become a score, higher is better: `l1` −Σ|qᵢ − xᵢ|, `l2` −√Σ(qᵢ − xᵢ)²,
 * `modulus` −Σ√((q₂ᵢ − x₂ᵢ)² + (q₂ᵢ₊₁ − x₂ᵢ₊₁)²), `dot` Σ qᵢxᵢ.
 */
export const metrics = ['l1', 'l2', 'modulus', 'dot'] as const;

export type Metric = (typeof metrics)[number];

/** Score of two vectors in plain arithmetic, as serving computes it. */
export function similarity(metric: Metric, query: Float32Array, candidate: Float32Array): number {
  const gap = (i: number): number => query[i]! - candidate[i]!;
  let sum = 0;
  switch (metric) {
    case 'dot':
      for (let i = 0; i < query.length; i++) sum += query[i]! * candidate[i]!;
      return sum;
    case 'l1':
      for (let i = 0; i < query.length; i++) sum += Math.abs(gap(i));
      return -sum;
    case 'l2':
      for (let i = 0; i < query.length; i++) sum += gap(i) ** 2;
      return -Math.sqrt(sum);
    case 'modulus':
      for (let i = 0; i < query.length; i += 2) sum += Math.sqrt(gap(i) ** 2 + gap(i + 1) ** 2);
      return -sum;
  }
}
