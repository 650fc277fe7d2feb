import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Settings } from '../config';
import type { Services } from '../services';
import { KindredError } from '../shared/errors';
import { authenticate } from './access/authentication';
import { allowOrigins } from './access/cors';
import { checkOrigin } from './access/origin';
import type { Actor } from './access/roles';
import { createApollo } from './apollo';
import { ApiContext } from './context';
import { httpStatus, internalError, kindredError, sendError } from './errors';
import { health, ready } from './health';
import { landing } from './landing';
import { jsonBody } from './limits/body';
import { RateLimit } from './limits/rate';
import { printApiSchema } from './printSchema';
import { createSchema } from './schema';
import { serveWebSocket } from './webSocket';

const path = '/graphql';

export interface RunningApi {
  /** of the server; GraphQL is at `/graphql` */
  readonly url: string;
  readonly port: number;
  /** Refuses new requests, lets running ones end for up to 3 s, then closes connections. */
  close(): Promise<void>;
}

/**
 * Serve the API on KINDRED_HOST and KINDRED_PORT (0: a free one). The services stay their owner's.
 *
 * @param token bearer token that mutations need
 * @throws CONFLICT when the port is taken
 */
export async function startApi(options: {
  services: Services;
  settings: Settings;
  token: string;
}): Promise<RunningApi> {
  const { services, settings, token } = options;
  const schema = await createSchema();
  const sdl = await printApiSchema();
  const app = express();
  const rate = new RateLimit(settings.KINDRED_MAX_REQUESTS);
  const server = createServer(app);
  const apollo = createApollo(schema, settings, server);
  await apollo.start();

  app.disable('x-powered-by');
  app.use(
    guard((request) => checkOrigin(request, settings)),
    ...allowOrigins(settings.KINDRED_ORIGINS),
  );
  app.get('/', landing);
  app.get('/schema.graphql', (_request, response) => void response.type('text/plain').send(sdl));
  app.get('/health', health(services));
  app.get('/ready', ready(services));
  app.get(path, forBrowsers);
  app.use(
    path,
    rate.http,
    guard(({ headers }, response) => {
      response.locals['actor'] = authenticate(headers.authorization, token);
    }),
    ...jsonBody(settings.KINDRED_MAX_BODY_KB),
    expressMiddleware(apollo, {
      context: async ({ res }) => new ApiContext(services, res.locals['actor'] as Actor),
    }),
  );
  app.use(unknownPath, lastResort);

  const port = await listen(server, settings);
  const webSocket = serveWebSocket({ server, path, schema, services, settings, token, rate });
  const host = urlHost(settings.KINDRED_HOST);
  return {
    url: `http://${host}:${port}`,
    port,
    async close() {
      await webSocket.dispose();
      await apollo.stop();
    },
  };
}

/** A check that throws what the request is refused for. */
function guard(check: (...parameters: Parameters<RequestHandler>) => void): RequestHandler {
  return (request, response, next) => {
    check(request, response, next);
    next();
  };
}

/** Whoever opens the address in a browser is told what it is for; clients that ask in a GET accept JSON. */
const forBrowsers: RequestHandler = (request, response, next) => {
  if (request.query['query'] === undefined && request.accepts(['json', 'html']) === 'html')
    return landing(request, response, next);
  next();
};

const unknownPath: RequestHandler = (request, response) => {
  sendError(
    response,
    404,
    new KindredError('NOT_FOUND', `There is nothing at ${request.path}. GraphQL is at ${path}.`),
  );
};

/** Express knows an error handler by its four parameters. */
const lastResort: ErrorRequestHandler = (error, _request, response, _next) => {
  const known = kindredError(error) ?? internalError(error);
  if (known.code === 'UNAUTHENTICATED') response.set('www-authenticate', 'Bearer');
  sendError(response, httpStatus(known.code) ?? (known.code === 'INTERNAL' ? 500 : 400), known);
};

function listen(server: Server, { KINDRED_HOST: host, KINDRED_PORT: port }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} of ${host} is taken by another program. Stop it, or set KINDRED_PORT (0 takes a free one).`;
      reject(error.code === 'EADDRINUSE' ? new KindredError('CONFLICT', taken, { port }) : error);
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** How a URL names an address to listen on: "all interfaces" cannot be visited, and IPv6 stands in brackets. */
function urlHost(address: string): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
}
