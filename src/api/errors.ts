import type { Response } from 'express';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { type ErrorCode, KindredError } from '../shared/errors';
import { log } from '../shared/log';
import { publicError, shortMessage } from '../shared/publicError';
import { unforeseen } from '../shared/unforeseen';
import { documentLimitError } from './limits/document';

/** Codes of errors that Apollo Server finds itself, in requests that never reach a resolver. */
const requestCodes = new Set([
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/**
 * An error as the caller sees it: KindredErrors with their message, `extensions.code` and `extensions.details`;
 * GraphQL's own about the request as they are; any other as INTERNAL with an id under which the log has the rest.
 * No stack trace, Cypher, path of a file or message of a library leaves the process, and no more than the beginning of
 * a long text that was sent.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const known = kindredError(error) ?? documentLimitError(formatted.message);
  if (known?.code === 'CORRUPT_FILE') log.error(known.message);
  if (known) return { ...formatted, ...publicPart(known) };
  const message = shortMessage(formatted.message);
  const code = String(formatted.extensions?.['code']);
  if (code === 'BAD_USER_INPUT') return { ...formatted, message, extensions: { code: 'BAD_INPUT' } };
  if (requestCodes.has(code)) return { ...formatted, message, extensions: { code } };
  return { ...formatted, ...publicPart(internalError(error)) };
}

/** The KindredError inside the GraphQL errors that were wrapped around it. */
export function kindredError(error: unknown): KindredError | undefined {
  if (error instanceof KindredError) return error;
  return error instanceof GraphQLError && error.originalError ? kindredError(error.originalError) : undefined;
}

/** The status a KindredError asks for where the whole answer is an error; undefined: what GraphQL over HTTP says. */
export function httpStatus(code: ErrorCode): number | undefined {
  switch (code) {
    case 'UNAUTHENTICATED':
      return 401;
    case 'FORBIDDEN':
      return 403;
    case 'STORE_UNAVAILABLE':
      return 503;
    default:
      return undefined;
  }
}

/** Answers in the shape of a GraphQL response, for requests that do not reach GraphQL. */
export function sendError(response: Response, status: number, error: KindredError): void {
  response.status(status).json({ errors: [publicPart(error)] });
}

/** Logs an error nobody foresaw and stands in for it. */
export function internalError(error: unknown): KindredError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  return unforeseen(cause, 'request failed');
}

function publicPart(error: KindredError): GraphQLFormattedError {
  const { code } = error;
  const { message, details } = publicError(error);
  return { message, extensions: { code, ...(Object.keys(details).length > 0 && { details }) } };
}
