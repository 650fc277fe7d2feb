import { type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { badInput } from '../../shared/errors';

/** @throws BAD_INPUT for an operation that no single answer over HTTP could carry */
export function refuseSubscription({ operation }: OperationDefinitionNode): void {
  if (operation === OperationTypeNode.SUBSCRIPTION) {
    throw badInput('Subscriptions go over WebSocket (graphql-ws) at the same path.');
  }
}
