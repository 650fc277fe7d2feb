import { tf } from '../../src/models/backend';
import { createRelationModel, linkQuery, type Scoring, type Side } from '../../src/models/blp/relationModels';
import { tensorAlgebra } from '../../src/models/blp/relationModels/tensorAlgebra';
import { similarity } from '../../src/models/blp/similarity';
import { rowwise } from '../../src/models/blp/tensorSimilarity';
import { difference } from '../support/tensors';

/**
 * What every relation model must satisfy.
 *
 * @param reference the published score of (h, r, t) in plain arithmetic
 */
export function relationModelContract(
  scoring: Scoring,
  reference: (h: number[], r: number[], t: number[]) => number,
): void {
  const model = createRelationModel(scoring);
  if (model.queryOf !== 'vectors') throw new Error('This contract is about queries made of vectors.');
  const [n, d] = [9, 8];
  const [heads, relations, tails] = [1, 2, 3].map((seed) =>
    tf.randomNormal([n, d], 0, 1, 'float32', seed),
  ) as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
  const row = (t: tf.Tensor2D, i: number): Float32Array => t.dataSync<'float32'>().slice(i * d, i * d + d);
  const expected = Array.from({ length: n }, (_, i) =>
    reference([...row(heads, i)], [...row(relations, i)], [...row(tails, i)]),
  );

  describe.each(['head', 'tail'] as Side[])('with the %s known', (side) => {
    const [known, sought] = side === 'head' ? [heads, tails] : [tails, heads];

    it('trains on the published score', () => {
      const scores = tf.tidy(() =>
        rowwise(model.metric, model.query(tensorAlgebra, known, side, relations), sought).dataSync(),
      );
      expect(difference(scores, expected)).toBeLessThan(1e-5);
    });

    it('serves the score it trains on', () => {
      const served = Array.from({ length: n }, (_, i) => {
        const { vector, metric } = linkQuery(scoring, row(known, i), side, row(relations, i));
        return similarity(metric, vector, row(sought, i));
      });
      expect(difference(served, expected)).toBeLessThan(1e-5);
    });

    it('does not touch the vectors it is given', () => {
      const [own, relation] = [row(known, 0), row(relations, 0)];
      linkQuery(scoring, own, side, relation);
      expect([own, relation]).toEqual([row(known, 0), row(relations, 0)]);
    });
  });
}
