import { KindredError } from '../../shared/errors';

/** The parser's words for a document of more than `maxTokens` tokens; it gives that error no code of its own. */
const tooManyTokens = /^Syntax Error: Document contains more that (\d+) tokens/;

/** The limit's own error, where a parser's message says that it was passed. */
export function tokenLimitError(message: string): KindredError | undefined {
  const limit = tooManyTokens.exec(message)?.[1];
  if (limit === undefined) return undefined;
  return new KindredError(
    'LIMIT_EXCEEDED',
    `The document has more than ${limit} tokens (names, braces, values). Move values into variables, or ask in several requests.`,
    { limit: Number(limit) },
  );
}
