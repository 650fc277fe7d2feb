import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { KindredError } from '../../shared/errors';
import { sendError } from '../errors';

/**
 * Reads JSON bodies of at most `maxKilobytes` KiB. Any other type of content is refused: besides being of no use, a
 * form's types (`text/plain` and the two of `multipart` and `urlencoded`) are what a foreign page may post unasked.
 */
export function jsonBody(maxKilobytes: number): (RequestHandler | ErrorRequestHandler)[] {
  return [
    requireJson,
    express.json({ limit: maxKilobytes * 1024 }),
    requireBody,
    reportBodyErrors(maxKilobytes),
  ];
}

const requireJson: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || request.is('application/json')) return next();
  const type = request.headers['content-type'] ?? 'no content-type';
  sendError(
    response,
    415,
    new KindredError('BAD_INPUT', `The body came as ${JSON.stringify(type)}; send it as "application/json".`),
  );
};

const requireBody: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || typeof request.body === 'object') return next();
  sendError(response, 400, new KindredError('BAD_INPUT', 'The body is empty; send {"query": "…"} as JSON.'));
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
      return sendError(
        response,
        400,
        new KindredError('BAD_INPUT', `The body is not JSON: ${error.message}`),
      );
    }
    if (error.status && error.status < 500) {
      return sendError(
        response,
        error.status,
        new KindredError('BAD_INPUT', `The body cannot be read: ${error.message}`),
      );
    }
    next(error);
  };
}
