import type { Server } from 'node:http';
import { ApolloServer, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import type { Settings } from '../config';
import { log } from '../shared/log';
import type { ApiContext } from './context';
import { formatError, httpStatus, kindredError } from './errors';
import { depthRule } from './limits/depth';
import { conditionFault } from './limits/conditions';
import { nameRule } from './limits/names';
import { checkOperation } from './limits/operation';
import { refuseSubscription } from './limits/subscription';

/** GraphQL over HTTP, with every limit in place. */
export function createApollo(
  schema: GraphQLSchema,
  settings: Settings,
  server: Server,
): ApolloServer<ApiContext> {
  return new ApolloServer<ApiContext>({
    schema,
    introspection: true,
    // A page of another site may post only what browsers send without asking first; this refuses all of that.
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    parseOptions: { maxLexicalTokens: settings.KINDRED_MAX_TOKENS },
    validationRules: [depthRule(settings.KINDRED_MAX_DEPTH), nameRule],
    formatError,
    logger: log,
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginDrainHttpServer({ httpServer: server, stopGracePeriodMillis: 3_000 }),
      limits(settings),
      status,
    ],
    stopOnTerminationSignals: false,
  });
}

function limits(settings: Settings): ApolloServerPlugin<ApiContext> {
  /** by the document that stands in: Apollo keeps it for the next request with the same text */
  const faults = new WeakMap<DocumentNode, Error>();
  return {
    requestDidStart: async () => ({
      validationDidStart: async (context: { document: DocumentNode }) => {
        // Nothing may be thrown here, nor may such a document be validated: another one stands in for it.
        const fault = conditionFault(context.document);
        if (!fault) return;
        context.document = parse('{ __typename }');
        faults.set(context.document, fault);
      },
      didResolveOperation: async ({ schema, document, operation, request: { variables }, response }) => {
        const fault = faults.get(document);
        if (fault) throw fault;
        if (!operation) return;
        // Whoever asks for a stream accepts no JSON; without this, that is what the answer would be about.
        response.http.headers.set('content-type', 'application/json; charset=utf-8');
        refuseSubscription(operation);
        response.http.headers.delete('content-type');
        checkOperation({ schema, document, operationName: operation.name?.value, variables }, settings);
      },
    }),
  };
}

/** Sets the HTTP status that the code of an error asks for; 400 where an operation was refused before it began. */
const status: ApolloServerPlugin<ApiContext> = {
  requestDidStart: async () => ({
    didEncounterErrors: async ({
      errors,
      response,
    }: GraphQLRequestContext<ApiContext> & { errors: readonly Error[] }) => {
      for (const error of errors) {
        const known = kindredError(error);
        if (!known) continue;
        const began = 'path' in error && error.path !== undefined;
        response.http.status ??= httpStatus(known.code) ?? (began ? undefined : 400);
      }
    },
  }),
};
