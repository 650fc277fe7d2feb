import type { VectorModel } from './relationModel';

/**
 * RotatE: −Σ|h ∘ r − t| over complex numbers, where every |rᵢ| is 1: a relation turns. Source: Sun et al. 2019,
 * equation 2; the norm is the sum of the moduli, as in the code released with it.
 *
 * Components 2i and 2i + 1 are the real and the imaginary part of one number. A relation's numbers are free, and are
 * brought to modulus 1 when they are used. Turning back, |h ∘ r − t| = |h − t ∘ conj(r)|.
 */
export const rotate: VectorModel = {
  queryOf: 'vectors',
  metric: 'modulus',
  normalised: false,
  even: true,
  query({ add, sub, mul, pairs, joinPairs, toUnitModulus }, known, side, relation) {
    const [real, imaginary] = pairs(known);
    const [cosine, sine] = toUnitModulus(...pairs(relation));
    return side === 'head'
      ? joinPairs(sub(mul(real, cosine), mul(imaginary, sine)), add(mul(real, sine), mul(imaginary, cosine)))
      : joinPairs(add(mul(real, cosine), mul(imaginary, sine)), sub(mul(imaginary, cosine), mul(real, sine)));
  },
};
