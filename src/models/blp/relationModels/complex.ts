import type { VectorModel } from './relationModel';

/**
 * ComplEx: Re⟨h, r, conj(t)⟩, where a vector's halves are the real and the imaginary part.
 * Source: Trouillon et al. 2016, equation 9.
 *
 * Collected by t the query is h · r, collected by h it is t · conj(r): the products of complex numbers.
 */
export const complex: VectorModel = {
  queryOf: 'vectors',
  metric: 'dot',
  normalised: false,
  even: true,
  query({ add, sub, mul, halves, joinHalves }, known, side, relation) {
    const [[real, imaginary], [a, b]] = [halves(known), halves(relation)];
    return side === 'head'
      ? joinHalves(sub(mul(real, a), mul(imaginary, b)), add(mul(real, b), mul(imaginary, a)))
      : joinHalves(add(mul(real, a), mul(imaginary, b)), sub(mul(imaginary, a), mul(real, b)));
  },
};
