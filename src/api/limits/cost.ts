import { type DocumentNode, getNamedType, type GraphQLField, type GraphQLSchema, isLeafType } from 'graphql';
import {
  type ComplexityEstimator,
  type ComplexityEstimatorArgs,
  getComplexity,
} from 'graphql-query-complexity';
import { KindredError } from '../../shared/errors';
import { checkArguments } from './arguments';
import { checkIds } from './ids';

/** An operation about to be executed. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables?: Readonly<Record<string, unknown>> | null;
}

/** Cost of a plain value. */
const leafCost = 0.1;

/** Cost of describing the schema, besides the selections: its lists have no `first` to multiply by. */
const introspectionCost = 100;

/**
 * The cost of an operation, roughly the number of objects it may make the server fetch: an object costs 1 (or what
 * `complexity` says at its field, perhaps by its arguments), a plain value 0.1, and what stands below a field counts as
 * often as its `first`, the length of its list argument, or its `listSize` says. Variables, defaults, fragments and aliases count as what
 * they stand for; skipped fields are free.
 *
 * @throws LIMIT_EXCEEDED or BAD_INPUT where an argument is out of bounds ({@link checkArguments}, {@link checkIds});
 *         a GraphQLError where a variable or an argument has not its type
 */
export function costOf({ schema, document, operationName, variables }: Operation, maxList: number): number {
  const estimate: ComplexityEstimator = (options) => {
    const { field, args, childComplexity } = options;
    checkArguments(field.name, args, maxList);
    checkIds(field.name, field.args, args);
    const items = longestList(args);
    const times = [args['first'], items, field.extensions['listSize']].find(isNumber) ?? 1;
    return ownCost(field, options) * (items ?? 1) + times * childComplexity;
  };
  return getComplexity({
    schema,
    query: document,
    operationName: operationName ?? undefined,
    variables: { ...variables },
    estimators: [estimate],
  });
}

/** @throws LIMIT_EXCEEDED, and what {@link costOf} throws */
export function checkCost(operation: Operation, limits: { maxCost: number; maxList: number }): void {
  const cost = Math.ceil(costOf(operation, limits.maxList));
  if (cost <= limits.maxCost) return;
  throw new KindredError(
    'LIMIT_EXCEEDED',
    `The operation costs ${cost}; at most ${limits.maxCost} is allowed. Ask for smaller pages ("first") or fewer fields.`,
    { cost, limit: limits.maxCost },
  );
}

function ownCost(
  { name, type, extensions: { complexity } }: GraphQLField<unknown, unknown>,
  options: ComplexityEstimatorArgs,
): number {
  if (name === '__schema' || name === '__type') return introspectionCost;
  if (typeof complexity === 'number') return complexity;
  if (typeof complexity === 'function')
    return (complexity as (options: ComplexityEstimatorArgs) => number)(options);
  return isLeafType(getNamedType(type)) ? leafCost : 1;
}

/** Items of the longest list among the arguments; undefined where none is a list. */
function longestList(args: Readonly<Record<string, unknown>>): number | undefined {
  const lengths = Object.values(args).flatMap((value) => (Array.isArray(value) ? [value.length] : []));
  return lengths.length > 0 ? Math.max(...lengths) : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
