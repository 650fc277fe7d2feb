import { KindredError } from '../../shared/errors';

/** The parser's words for a document of more tokens than `maxLexicalTokens`. */
const tooManyTokens = /^Syntax Error: Document contains more that (\d+) tokens/;

/** The validator's words for a document that repeats fields so often that comparing them would take too long. */
const tooManyComparisons = 'Validation aborted.';

/** GraphQL itself refuses documents that are too large but gives no code; this is the limit's own error for its words. */
export function documentLimitError(message: string): KindredError | undefined {
  const limit = tooManyTokens.exec(message)?.[1];
  if (limit !== undefined) {
    return new KindredError(
      'LIMIT_EXCEEDED',
      `The document has more than ${limit} tokens (names, braces, values). Move values into variables, or ask in several requests.`,
      { limit: Number(limit) },
    );
  }
  if (message !== tooManyComparisons) return undefined;
  return new KindredError(
    'LIMIT_EXCEEDED',
    'The document repeats the same fields too often to be checked. Ask for each field once, or under names of its own.',
  );
}
