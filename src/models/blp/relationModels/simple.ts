import type { VectorModel } from './relationModel';

/**
 * SimplE: ½(⟨h₁, r₁, t₂⟩ + ⟨t₁, r₂, h₂⟩). An entity's halves are its vectors as head and as tail, a relation's those of
 * the relation and of its inverse. Source: Kazemi and Poole 2018, section 4.
 */
export const simple: VectorModel = {
  queryOf: 'vectors',
  metric: 'dot',
  normalised: false,
  even: true,
  query({ mul, scale, halves, joinHalves }, known, side, relation) {
    const [[asHead, asTail], [own, inverse]] = [halves(known), halves(relation)];
    const [first, second] = side === 'head' ? [inverse, own] : [own, inverse];
    return scale(joinHalves(mul(first, asTail), mul(second, asHead)), 0.5);
  },
};
