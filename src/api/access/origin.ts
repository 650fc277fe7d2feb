import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../config';
import { KindredError } from '../../shared/errors';

type OriginSettings = Pick<Settings, 'KINDRED_HOST' | 'KINDRED_HOSTS' | 'KINDRED_ORIGINS'>;

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuse requests that a foreign web page makes through its visitor's browser. Reading needs no token, so two ways
 * must be closed that neither CSRF prevention nor the lack of CORS headers covers:
 *
 * - a WebSocket, which browsers open across origins without asking (cross-site WebSocket hijacking): an `Origin` must
 *   be the server's own, port included, or among KINDRED_ORIGINS;
 * - DNS rebinding, where the page's own name comes to mean 127.0.0.1 and so its origin matches: a server bound to
 *   loopback answers only to loopback's names, and to those in KINDRED_HOSTS.
 *
 * @throws FORBIDDEN
 */
export function checkOrigin({ headers }: IncomingMessage, settings: OriginSettings): void {
  const { KINDRED_HOST: boundTo, KINDRED_HOSTS: hosts, KINDRED_ORIGINS: origins } = settings;
  const own = parse(`http://${headers.host ?? ''}`);
  if (isLoopback(boundTo) && !(own && [...loopbackNames, ...hosts].includes(own.hostname))) {
    throw new KindredError(
      'FORBIDDEN',
      `This server listens on ${boundTo} but was addressed as ${JSON.stringify(headers.host ?? '')}. ` +
        'Use http://localhost, or add the name to KINDRED_HOSTS.',
    );
  }
  if (headers.origin === undefined || origins.includes(headers.origin)) return;
  if (parse(headers.origin)?.host !== own?.host) {
    throw new KindredError(
      'FORBIDDEN',
      `A web page of ${JSON.stringify(headers.origin)} may not use this server. ` +
        "Serve it from the server's own address, or add its origin to KINDRED_ORIGINS.",
    );
  }
}

export function isLoopback(address: string): boolean {
  return loopbackNames.includes(address) || address === '::1' || /^127(\.\d+){3}$/.test(address);
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
