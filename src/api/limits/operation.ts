import { GraphQLError } from 'graphql';
import type { Settings } from '../../config';
import { badInput, KindredError } from '../../shared/errors';
import { checkCost, type Operation } from './cost';

/**
 * What must hold before a valid operation is executed, over HTTP and over a WebSocket alike: variables and arguments
 * have their types, sizes and cost are within bounds.
 *
 * @throws KindredError, or a GraphQLError around one
 */
export function checkOperation(operation: Operation, settings: Settings): void {
  try {
    checkCost(operation, { maxCost: settings.KINDRED_MAX_COST, maxList: settings.KINDRED_MAX_LIST });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const originalError = error.message.includes('maximum allowed number of nodes')
      ? new KindredError(
          'LIMIT_EXCEEDED',
          'The fragments stand for more than 10000 fields. Ask in several requests.',
        )
      : badInput(error.message);
    throw new GraphQLError(originalError.message, { nodes: error.nodes, originalError });
  }
}
