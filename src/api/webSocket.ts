import type { Server } from 'node:http';
import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { CloseCode, type Disposable, type SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import type { Settings } from '../config';
import type { Services } from '../services';
import { KindredError } from '../shared/errors';
import { log } from '../shared/log';
import { authenticate } from './access/authentication';
import { checkOrigin } from './access/origin';
import { type Actor, anonymous } from './access/roles';
import { ApiContext } from './context';
import { formatError } from './errors';
import { depthRule } from './limits/depth';
import { conditionFault } from './limits/conditions';
import { unidentified } from './limits/identified';
import { nameRule } from './limits/names';
import { checkOperation } from './limits/operation';
import type { RateLimit } from './limits/rate';

/** Operations that one connection may have running at a time. */
const maxOperations = 20;

interface Options {
  readonly server: Server;
  readonly path: string;
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly settings: Settings;
  readonly token: string;
  readonly rate: RateLimit;
}

/**
 * GraphQL over WebSocket (protocol graphql-transport-ws), under the rules that hold over HTTP. The token comes as
 * `authorization` among the connection's parameters: browsers cannot set headers here.
 */
export function serveWebSocket({
  server,
  path,
  schema,
  services,
  settings,
  token,
  rate,
}: Options): Disposable {
  const sockets = new WebSocketServer({
    server,
    path,
    maxPayload: settings.KINDRED_MAX_BODY_KB * 1024,
    verifyClient: ({ req }, done) => {
      const fault = caught(() => checkOrigin(req, settings));
      if (fault) done(false, 403, fault.message);
      else done(true);
    },
  });

  const serving = useServer<{ authorization?: unknown }, { actor: Actor }>(
    {
      onConnect: ({ connectionParams, extra }) => {
        const fault = caught(() => {
          extra.actor = authenticate(connectionParams?.authorization, token);
        });
        if (!fault) return true;
        extra.socket.close(
          CloseCode.Unauthorized,
          'The authorization is not "Bearer" and the token of this server.',
        );
        return false;
      },
      onSubscribe: async ({ extra, subscriptions }, _id, payload) => {
        if (Object.keys(subscriptions).length > maxOperations) return [wrap(tooManyOperations)];
        const refused = await rate.count(extra.request.socket.remoteAddress);
        if (refused) return [wrap(refused)];
        return prepare(schema, payload, settings, new ApiContext(services, extra.actor ?? anonymous));
      },
      onNext: (_context, _id, _payload, _args, { errors, ...result }) =>
        errors && { ...result, errors: errors.map((error) => formatError(error.toJSON(), error)) },
      onError: (_context, _id, _payload, errors) => errors.map((error) => formatError(error.toJSON(), error)),
    },
    sockets,
  );
  // A client's fault (too large a message) closes its socket with the reason; graphql-ws would print a stack trace too.
  sockets.on('connection', (socket) => {
    socket
      .removeAllListeners('error')
      .on('error', ({ message }) => log.info({ reason: message }, 'WebSocket closed'));
  });
  return serving;
}

const tooManyOperations = new KindredError(
  'LIMIT_EXCEEDED',
  `This connection has ${maxOperations} operations running; no more are allowed. Complete one first, or connect again.`,
  { limit: maxOperations },
);

/** What Apollo does with a request over HTTP before it is executed. */
function prepare(
  schema: GraphQLSchema,
  { query, variables, operationName }: SubscribePayload,
  settings: Settings,
  contextValue: ApiContext,
): ExecutionArgs | GraphQLError[] {
  try {
    const document = parse(query, { maxLexicalTokens: settings.KINDRED_MAX_TOKENS });
    const condition = conditionFault(document);
    if (condition) return [condition];
    const faults = validate(schema, document, [
      ...specifiedRules,
      depthRule(settings.KINDRED_MAX_DEPTH),
      nameRule,
    ]);
    if (faults.length > 0) return faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED'));
    const unknown = unidentified(document, operationName);
    if (unknown) return [unknown];
    checkOperation({ schema, document, operationName, variables }, settings);
    return { schema, document, operationName, variableValues: variables, contextValue };
  } catch (error) {
    return [error instanceof GraphQLError ? coded(error, 'GRAPHQL_PARSE_FAILED') : wrap(error)];
  }
}

function coded(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, originalError } = error;
  return new GraphQLError(message, { nodes, source, positions, originalError, extensions: { code } });
}

function wrap(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

function caught(check: () => void): Error | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
