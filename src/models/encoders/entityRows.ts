import { KindredError, quoted } from '../../shared/errors';
import { storedEntityIds } from './entityIds';
import { xavierUniform } from './initialisation';
import type { WordVectors } from './wordVectors';

const table = 'entity.vectors';

/**
 * `lookup`: a trainable row for each entity, whose id is its only word (Daza et al. 2021, appendix D: transductive link
 * prediction). The rows start Xavier-uniform, as in the code released with the paper.
 *
 * @param ids of all entities of the training
 */
export function entityRows(ids: readonly string[], dimension: number): WordVectors {
  const rows = new Map(ids.map((id, row) => [id, row]));
  return {
    table,
    rows: ids.length,
    width: dimension,

    tokenize: (given) => ({
      ids: given.map((id) => {
        const row = rows.get(id);
        if (row !== undefined) return Int32Array.of(row);
        throw new KindredError(
          'MODEL_UNAVAILABLE',
          `${quoted(id)} was not in this model's training, and the model reads no texts. Train it again.`,
          { id },
        );
      }),
      truncated: given.map(() => false),
    }),

    initialTable: (seed) => ({ [table]: xavierUniform(ids.length, dimension, seed) }),
    keep: (weights) => ({ weights, files: storedEntityIds(ids) }),
  };
}
