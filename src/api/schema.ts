import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema, type PubSub } from 'type-graphql';
import { checkRole } from './access/roles';
import { applyOneOf } from './inputs/oneOf';
import { ClassificationResolver, TypeClassifierResolver } from './resolvers/classification';
import { EntityConnectionResolver, EntityResolver } from './resolvers/entities';
import { EvaluationResolver, JobEvaluationResolver, ModelEvaluationResolver } from './resolvers/evaluations';
import { JobResolver } from './resolvers/jobs';
import { ModelResolver, ValidationResolver } from './resolvers/models';
import { PredictionResolver } from './resolvers/predictions';
import { RelationResolver } from './resolvers/relations';
import { SearchEdgeResolver, SearchFacetsResolver, SearchResolver } from './resolvers/search';
import { EntityTriplesResolver, TripleEdgeResolver, TripleResolver } from './resolvers/triples';

/** type-graphql wants one wherever there are subscriptions; ours read the store, which every process shares. */
const noTopics: PubSub = {
  publish() {},
  subscribe: (topic) => {
    throw new Error(`There are no topics; "${topic}" was asked for.`);
  },
};

/** The API as GraphQL executes it. */
export async function createSchema(): Promise<GraphQLSchema> {
  const schema = await buildSchema({
    resolvers: [
      EntityResolver,
      EntityConnectionResolver,
      EntityTriplesResolver,
      TripleEdgeResolver,
      TripleResolver,
      RelationResolver,
      SearchResolver,
      SearchFacetsResolver,
      SearchEdgeResolver,
      PredictionResolver,
      ClassificationResolver,
      TypeClassifierResolver,
      ModelResolver,
      ValidationResolver,
      JobResolver,
      EvaluationResolver,
      JobEvaluationResolver,
      ModelEvaluationResolver,
    ],
    authChecker: checkRole,
    pubSub: noTopics,
    // Services check what they are given, whoever calls them.
    validate: false,
  });
  describeMutations(schema);
  return applyOneOf(schema);
}

/** type-graphql gives the root types no description of their own. */
function describeMutations(schema: GraphQLSchema): void {
  schema.getMutationType()!.description =
    'Changes. The fields of a request are carried out one after another, each by itself: when one fails, those before ' +
    'it stay done, those after it are not begun, and `data` is null as a whole. The `path` of the error names the one ' +
    'that failed. What must happen together goes into one field: `createEntities`, `addTriples`.';
}
