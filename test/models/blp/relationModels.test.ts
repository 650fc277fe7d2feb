import {
  createRelationModel,
  type RelationModelKind,
  type Scoring,
} from '../../../src/models/blp/relationModels';
import { relationModelContract } from '../../contract/relationModel';

const sum = (terms: number[]): number => terms.reduce((total, term) => total + term, 0);
const product = (...vectors: number[][]): number[] =>
  vectors.reduce((left, right) => left.map((value, i) => value * right[i]!));
const halves = (v: number[]): [number[], number[]] => [v.slice(0, v.length / 2), v.slice(v.length / 2)];

describe.each(['l1', 'l2'] as const)('transe by %s', (distance) => {
  const scoring: Scoring = { relationModel: 'transe', distance };
  relationModelContract(scoring, (h, r, t) => {
    const differences = h.map((value, i) => Math.abs(value + r[i]! - t[i]!));
    return distance === 'l1' ? -sum(differences) : -Math.hypot(...differences);
  });

  it('scores unit vectors', () => {
    expect(createRelationModel(scoring)).toMatchObject({ normalised: true, metric: distance });
  });
});

/** The published formulas, written out. */
const published: Partial<Record<RelationModelKind, (h: number[], r: number[], t: number[]) => number>> = {
  distmult: (h, r, t) => sum(product(h, r, t)),

  complex(h, r, t) {
    const [[hr, hi], [rr, ri], [tr, ti]] = [halves(h), halves(r), halves(t)];
    return (
      sum(product(hr, rr, tr)) +
      sum(product(hi, rr, ti)) +
      sum(product(hr, ri, ti)) -
      sum(product(hi, ri, tr))
    );
  },

  simple(h, r, t) {
    const [[h1, h2], [r1, r2], [t1, t2]] = [halves(h), halves(r), halves(t)];
    return (sum(product(h1, r1, t2)) + sum(product(t1, r2, h2))) / 2;
  },

  rotate(h, r, t) {
    let distance = 0;
    for (let i = 0; i < h.length; i += 2) {
      const angle = Math.atan2(r[i + 1]!, r[i]!);
      const real = h[i]! * Math.cos(angle) - h[i + 1]! * Math.sin(angle) - t[i]!;
      const imaginary = h[i]! * Math.sin(angle) + h[i + 1]! * Math.cos(angle) - t[i + 1]!;
      distance += Math.hypot(real, imaginary);
    }
    return -distance;
  },
};

describe.each(['distmult', 'complex', 'simple', 'rotate'] as const)('%s', (relationModel) => {
  const scoring: Scoring = { relationModel, distance: 'l1' };
  relationModelContract(scoring, published[relationModel]!);

  it('scores vectors of any length', () => {
    expect(createRelationModel(scoring)).toMatchObject({
      normalised: false,
      metric: relationModel === 'rotate' ? 'modulus' : 'dot',
      even: relationModel !== 'distmult',
    });
  });
});
