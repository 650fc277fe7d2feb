import { GraphQLError, type ValidationRule } from 'graphql';
import { KindredError } from '../../shared/errors';

/** Longest name of a field, alias, variable, fragment or operation. */
const longest = 100;

/**
 * A validation rule: names are short. An answer repeats an alias with every item of a list, and in the path of every
 * error, so one long name would make the answer a thousand times as long as the request.
 */
export const nameRule: ValidationRule = (context) => ({
  Name(node) {
    if (node.value.length <= longest) return;
    const originalError = new KindredError(
      'LIMIT_EXCEEDED',
      `A name of the document has ${node.value.length} characters; at most ${longest} are allowed. Choose a shorter one.`,
      { limit: longest },
    );
    context.reportError(new GraphQLError(originalError.message, { nodes: node, originalError }));
  },
});
