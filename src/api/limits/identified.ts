import { type DocumentNode, getOperationAST, GraphQLError, Kind } from 'graphql';

/** Why no operation of a document is the one to carry out, in the words that GraphQL uses over HTTP. */
export function unidentified(
  document: DocumentNode,
  name: string | null | undefined,
): GraphQLError | undefined {
  if (getOperationAST(document, name)) return undefined;
  const hasOperation = document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return new GraphQLError(messageFor(hasOperation, name), {
    extensions: { code: 'OPERATION_RESOLUTION_FAILURE' },
  });
}

function messageFor(hasOperation: boolean, name: string | null | undefined): string {
  if (!hasOperation) return 'Must provide an operation.';
  if (name) return `Unknown operation named "${name}".`;
  return 'Must provide operation name if query contains multiple operations.';
}
