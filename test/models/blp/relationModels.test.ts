import { createRelationModel, type Scoring } from '../../../src/models/blp/relationModels';
import { relationModelContract } from '../../contract/relationModel';

describe.each(['l1', 'l2'] as const)('transe by %s', (distance) => {
  const scoring: Scoring = { relationModel: 'transe', distance };
  relationModelContract(createRelationModel(scoring), scoring, (h, r, t) => {
    const differences = h.map((value, i) => Math.abs(value + r[i]! - t[i]!));
    return distance === 'l1' ? -differences.reduce((sum, x) => sum + x) : -Math.hypot(...differences);
  });

  it('scores unit vectors', () => {
    expect(createRelationModel(scoring)).toMatchObject({ normalised: true, metric: distance });
  });
});
