import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';

export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description: 'A moment in UTC to the millisecond, in ISO 8601: "2026-11-30T12:00:00.000Z".',
});

export const JsonObject = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  name: 'JSONObject',
  description: 'A JSON object of any shape.',
  specifiedByURL: undefined,
});
