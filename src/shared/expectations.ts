import { z } from 'zod';

/** The part of JSON Schema that a setting's expected values are told from. */
export interface Expected {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Expected;
  readonly anyOf?: readonly Expected[];
  readonly properties?: Readonly<Record<string, Expected>>;
}

/** What a schema takes, before any default or transformation. */
export function expectedBy(schema: z.ZodType): Expected {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Expected;
}

/** Of a schema that takes null too: what it takes else. */
export function withoutNull(expected: Expected): Expected {
  const others = expected.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return others.length === 1 ? withoutNull(others[0]!) : expected;
}

/** "a whole number from 0 to 65535", "one of info, debug"; undefined where any text will do. */
export function describeExpected(given: Expected): string | undefined {
  const expected = withoutNull(given);
  if (expected.enum) return `one of ${expected.enum.join(', ')}`;
  switch (expected.type) {
    case 'integer':
      return `a whole number${rangeOf(expected)}`;
    case 'number':
      return `a number${rangeOf(expected)}`;
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    case 'array':
      return `a list${lengthOf(expected)}`;
    default:
      return undefined;
  }
}

function rangeOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Expected): string {
  const above = exclusiveMinimum === undefined ? undefined : `above ${exclusiveMinimum}`;
  const below = exclusiveMaximum === undefined ? undefined : `below ${exclusiveMaximum}`;
  // the largest integer that a double holds exactly is the validator's bound, nobody's intention
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined && most !== undefined) return ` from ${minimum} to ${most}`;
  const bounds = [
    above ?? (minimum === undefined ? undefined : `of at least ${minimum}`),
    below ?? (most === undefined ? undefined : `at most ${most}`),
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? '' : ` ${bounds.join(' and ')}`;
}

function lengthOf({ minItems, maxItems }: Expected): string {
  if (minItems !== undefined && maxItems !== undefined) return ` of ${minItems} to ${maxItems}`;
  if (minItems !== undefined) return ` of at least ${minItems}`;
  return maxItems === undefined ? '' : ` of at most ${maxItems}`;
}
