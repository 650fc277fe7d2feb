import type { ModelCard } from '../../models/blp';

/** What each validation during training found. */
export type Curve = ModelCard['curve'];

/** Enough to draw it. */
const most = 100;

/** Of a training that validated very often some validations, evenly apart, the last one among them. */
export function thinned(curve: Curve): Curve {
  const every = Math.ceil(curve.length / most);
  return curve.filter((_, i) => (curve.length - 1 - i) % every === 0);
}
