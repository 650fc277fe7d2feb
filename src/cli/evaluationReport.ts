import type { Evaluated } from '../services/evaluation';
import { count, counted } from '../shared/terminal';
import { figuresTable } from './figuresTable';

/** An evaluation over the store as people read it. */
export function evaluationReport(evaluation: Evaluated, columns: number): string {
  const { modelId, triples, heldOut, candidates, leftOut } = evaluation;
  const { deletedTriples, triplesWithoutVector, entitiesWithoutVector } = leftOut;
  const missing = [
    deletedTriples > 0 && `${counted(deletedTriples, 'triple')} no longer in the graph`,
    triplesWithoutVector > 0 && `${counted(triplesWithoutVector, 'triple')} of an entity without a vector`,
    entitiesWithoutVector > 0 &&
      `${counted(entitiesWithoutVector, 'entity')} without a vector, no candidates`,
  ].filter((part) => part !== false);
  return [
    `${modelId}: ${count(triples)} of ${counted(heldOut, 'held-out triple')}, ${counted(candidates, 'candidate')}`,
    figuresTable(evaluation, columns),
    ...(missing.length > 0 ? [`left out: ${missing.join('; ')}`] : []),
  ].join('\n');
}
