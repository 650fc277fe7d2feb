import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { badInput, KindredError } from '../../shared/errors';
import { sendError } from '../errors';

/**
 * Reads JSON bodies of at most `maxKilobytes` KiB. Any other type of content is refused: besides being of no use, a
 * form's types (`text/plain` and the two of `multipart` and `urlencoded`) are what a foreign page may post unasked.
 */
export function jsonBody(maxKilobytes: number): (RequestHandler | ErrorRequestHandler)[] {
  return [
    requireJson,
    express.json({ limit: maxKilobytes * 1024 }),
    requireOperation,
    reportBodyErrors(maxKilobytes),
  ];
}

const requireJson: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || request.is('application/json')) return next();
  const type = request.headers['content-type'];
  const came = type === undefined ? 'without a content-type' : `as ${JSON.stringify(type)}`;
  sendError(response, 415, badInput(`The body came ${came}; send it as "application/json".`));
};

const requireOperation: RequestHandler = (request, response, next) => {
  const body = (request.body ?? {}) as object;
  if (request.method !== 'POST' || Object.keys(body).length > 0) return next();
  sendError(response, 400, badInput('The body holds no operation; send {"query": "…"} as JSON.'));
};

/** Express would answer these with a page of HTML. */
function reportBodyErrors(maxKilobytes: number): ErrorRequestHandler {
  return (error: { status?: number; type?: string; message: string }, _request, response, next) => {
    if (error.type === 'entity.too.large') {
      return sendError(
        response,
        413,
        new KindredError(
          'LIMIT_EXCEEDED',
          `The body is larger than ${maxKilobytes} KiB. Send less at once.`,
          {
            limit: maxKilobytes * 1024,
          },
        ),
      );
    }
    if (error.type === 'entity.parse.failed') {
      return sendError(response, 400, badInput(`The body is not JSON: ${error.message}`));
    }
    if (error.status && error.status < 500) {
      return sendError(response, error.status, badInput(`The body cannot be read: ${error.message}`));
    }
    next(error);
  };
}
