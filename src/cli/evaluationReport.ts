import type { Evaluated } from '../services/evaluation';
import { count } from '../shared/terminal';
import { figuresTable } from './figuresTable';

/** An evaluation over the store as people read it. */
export function evaluationReport(evaluation: Evaluated, columns: number): string {
  const { modelId, triples, heldOut, candidates, leftOut } = evaluation;
  const { deletedTriples, triplesWithoutVector, entitiesWithoutVector } = leftOut;
  const missing = [
    deletedTriples > 0 && `${count(deletedTriples)} triples are no longer in the graph`,
    triplesWithoutVector > 0 && `${count(triplesWithoutVector)} have an entity without a vector`,
    entitiesWithoutVector > 0 &&
      `${count(entitiesWithoutVector)} entities without a vector were no candidates`,
  ].filter((part) => part !== false);
  return [
    `${modelId}: ${count(triples)} of ${count(heldOut)} held-out triples, ${count(candidates)} candidates`,
    figuresTable(evaluation, columns),
    ...(missing.length > 0 ? [`left out: ${missing.join('; ')}`] : []),
  ].join('\n');
}
