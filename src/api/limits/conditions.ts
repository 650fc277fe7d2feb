import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * The fault of a document with `@skip` or `@include` at the field of a subscription: whether it comes at all would
 * depend on variables. GraphQL 16 breaks off there with errors of its own insides, when it validates already: so this
 * is looked for before.
 */
export function conditionFault({ definitions }: DocumentNode): GraphQLError | undefined {
  const conditions = definitions.flatMap((definition) =>
    selectsOfSubscription(definition) ? conditionsIn(definition.selectionSet) : [],
  );
  if (conditions.length === 0) return undefined;
  return new GraphQLError(
    'The field of a subscription always comes: take "@skip" and "@include" away from it, or do not subscribe.',
    { nodes: conditions, extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } },
  );
}

function conditionsIn({ selections }: SelectionSetNode): DirectiveNode[] {
  return selections.flatMap((selection) => [
    ...(selection.directives ?? []).filter(({ name }) => name.value === 'skip' || name.value === 'include'),
    ...(selection.kind === Kind.INLINE_FRAGMENT ? conditionsIn(selection.selectionSet) : []),
  ]);
}

function selectsOfSubscription(
  definition: DefinitionNode,
): definition is Extract<DefinitionNode, { selectionSet: SelectionSetNode }> {
  return definition.kind === Kind.OPERATION_DEFINITION
    ? definition.operation === OperationTypeNode.SUBSCRIPTION
    : definition.kind === Kind.FRAGMENT_DEFINITION && definition.typeCondition.name.value === 'Subscription';
}
