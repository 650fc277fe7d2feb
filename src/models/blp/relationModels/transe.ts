import { tf } from '../../backend';
import type { RelationModel } from './relationModel';

/**
 * TransE: −‖h + r − t‖₁ over entity vectors of unit length.
 *
 * The tail is sought near h + r, the head near t − r. Sources: Bordes et al. 2013, equation 1; the norm and the unit
 * length are those of the code released with Daza et al. 2021.
 */
export const transe: RelationModel = {
  kind: 'transe',
  metric: 'l1',
  normalised: true,

  queries: (known, side, relation) => (side === 'head' ? tf.add(known, relation) : tf.sub(known, relation)),

  query: (known, side, relation) =>
    side === 'head' ? known.map((value, i) => value + relation[i]!) : known.map((value, i) => value - relation[i]!),
};
