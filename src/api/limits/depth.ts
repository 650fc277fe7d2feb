import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { GraphQLError, type ValidationRule } from 'graphql';
import { KindredError } from '../../shared/errors';

/** A validation rule: selections nest at most `limit` deep; fragments add no level of their own. */
export function depthRule(limit: number): ValidationRule {
  const message = `The selections nest too deep: at most ${limit} levels are allowed. Ask in several requests.`;
  return maxDepthRule({
    n: limit,
    flattenFragments: true,
    // The library's own way is to throw out of the validation, which Apollo answers with 500.
    propagateOnRejection: false,
    onReject: [
      (context) => {
        const originalError = new KindredError('LIMIT_EXCEEDED', message, { limit });
        context?.reportError(new GraphQLError(message, { originalError }));
      },
    ],
  });
}
