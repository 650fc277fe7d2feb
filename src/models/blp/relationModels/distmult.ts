import type { VectorModel } from './relationModel';

/** DistMult: Σ h · r · t, the same in both directions. Source: Yang et al. 2015, equation 2. */
export const distmult: VectorModel = {
  queryOf: 'vectors',
  metric: 'dot',
  normalised: false,
  even: false,
  query: (algebra, known, _side, relation) => algebra.mul(known, relation),
};
