import cors from 'cors';
import type { RequestHandler } from 'express';

/**
 * Tells browsers that pages of the listed origins may read the answers, and answers their preflights. No credentials:
 * the token comes in a header that a page has to know, never by itself with a cookie.
 *
 * @param origins those of KINDRED_ORIGINS; `origin.ts` has refused all others before
 */
export function allowOrigins(origins: readonly string[]): RequestHandler[] {
  if (origins.length === 0) return [];
  return [
    cors({
      origin: [...origins],
      methods: ['GET', 'POST'],
      allowedHeaders: ['content-type', 'authorization', 'apollo-require-preflight'],
      maxAge: 600,
    }),
  ];
}
