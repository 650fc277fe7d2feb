import { createHash, timingSafeEqual } from 'node:crypto';
import { KindredError } from '../../shared/errors';
import { type Actor, anonymous, owner } from './roles';

/**
 * Who sent this `Authorization` value (a header, or `authorization` among a WebSocket's connection parameters).
 * No value is an anonymous reader; a wrong one is refused even for what a reader may do, so that a mistyped token
 * shows at once.
 *
 * @throws UNAUTHENTICATED
 */
export function authenticate(authorization: unknown, token: string): Actor {
  if (authorization === undefined || authorization === '') return anonymous;
  const sent = typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined;
  if (sent === undefined) {
    throw new KindredError('UNAUTHENTICATED', 'The authorization is not of the form "Bearer <token>".');
  }
  if (!isSame(sent, token)) {
    throw new KindredError(
      'UNAUTHENTICATED',
      'The bearer token is not the one of this server. It is KINDRED_TOKEN, or the text of the file "api-token" in the data folder.',
    );
  }
  return owner;
}

/** Equal digests, compared in constant time: neither the length nor the first wrong character shows in the timing. */
function isSame(sent: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}
