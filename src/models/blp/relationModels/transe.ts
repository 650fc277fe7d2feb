import type { Distance, VectorModel } from './relationModel';

/**
 * TransE: −‖h + r − t‖ over entity vectors of unit length.
 *
 * The tail is sought near h + r, the head near t − r. Bordes et al. 2013 (equation 1) take the L1 or the L2 norm; the
 * code released with Daza et al. 2021 takes L1 and the unit length. With L2 all pairs of a batch are scored by one
 * matrix product, so training on many negatives is several times cheaper.
 */
export const transe = (distance: Distance): VectorModel => ({
  queryOf: 'vectors',
  metric: distance,
  normalised: true,
  even: false,
  query: (algebra, known, side, relation) =>
    side === 'head' ? algebra.add(known, relation) : algebra.sub(known, relation),
});
