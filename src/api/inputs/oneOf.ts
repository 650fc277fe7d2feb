import { GraphQLInputObjectType, type GraphQLSchema } from 'graphql';

/** Marks an input type as `@oneOf`: `@Extensions(oneOf)`. Exactly one of its fields may be given, and not null. */
export const oneOf = { oneOf: true } as const;

/** type-graphql 2.0.0-rc.4 has no word for `@oneOf`; graphql 16 checks it wherever a type says `isOneOf`. */
export function applyOneOf(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type instanceof GraphQLInputObjectType && type.extensions['oneOf'] === true) type.isOneOf = true;
  }
  return schema;
}
