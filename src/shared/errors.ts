/** The codes a caller may rely on; each message says what was expected, what came, and what to do. */
export type ErrorCode =
  | 'BAD_INPUT'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'LIMIT_EXCEEDED'
  | 'CONFLICT'
  | 'MODEL_UNAVAILABLE'
  | 'STORE_UNAVAILABLE'
  | 'CORRUPT_FILE'
  | 'CANCELLED'
  | 'INTERNAL';

/**
 * An error whose message is fit for the user who caused it.
 *
 * @param code   one of {@link ErrorCode}; GraphQL shows it as `extensions.code`
 * @param message what was expected, what came, what to do
 * @param details small, secret-free values for programs (`{ id, limit }`)
 */
export class KindredError extends Error {
  override readonly name = 'KindredError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export function badInput(message: string, details?: Record<string, unknown>): KindredError {
  return new KindredError('BAD_INPUT', message, details);
}

export function notFound(what: string, id: string, advice = 'Check the spelling.'): KindredError {
  return new KindredError('NOT_FOUND', `There is no ${what} with id ${quoted(id)}. ${advice}`, {
    id: shortened(id, mostInDetails),
  });
}

/** Of a user's text in `details`: ids fit whole, so that programs find them again. */
const mostInDetails = 500;

/** A user's text as a message quotes it: an answer must not grow with what was sent. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text, 80));
}

/** At most `most` UTF-16 units of a text; the last is "…" where something is left out. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
