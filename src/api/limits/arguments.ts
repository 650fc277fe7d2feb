import { badInput, KindredError } from '../../shared/errors';

/**
 * Hold a field's arguments to their bounds: `first` from 1 to `maxList`, lists of at most `maxList` items at any depth,
 * numbers finite (a literal 1e309 reaches a Float argument as Infinity), texts well-formed (the driver would turn each
 * lone surrogate into U+FFFD, and so one id into another).
 *
 * @param args as coerced by GraphQL: variables and defaults filled in
 * @throws LIMIT_EXCEEDED or BAD_INPUT, naming the argument
 */
export function checkArguments(
  field: string,
  args: Readonly<Record<string, unknown>>,
  maxList: number,
): void {
  const { first } = args;
  if (typeof first === 'number' && first > maxList) {
    throw new KindredError(
      'LIMIT_EXCEEDED',
      `"first" of "${field}" is ${first}; at most ${maxList} are given at once. Ask for a smaller page.`,
      { field, argument: 'first', limit: maxList },
    );
  }
  if (typeof first === 'number' && first < 1) {
    throw badInput(`"first" of "${field}" is ${first}; expected 1 to ${maxList}.`, {
      field,
      argument: 'first',
    });
  }
  for (const [name, value] of Object.entries(args)) checkValue(`"${name}" of "${field}"`, value, maxList);
}

function checkValue(where: string, value: unknown, maxList: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw badInput(`${where} is not a finite number. Numbers must lie within ±1.8e308.`);
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw badInput(
      `${where} is not well-formed Unicode: it holds half of a surrogate pair. Send whole characters.`,
    );
  }
  if (Array.isArray(value) && value.length > maxList) {
    throw new KindredError(
      'LIMIT_EXCEEDED',
      `${where} has ${value.length} items; at most ${maxList} are taken at once. Send them in several requests.`,
      { limit: maxList },
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    checkValue(Array.isArray(value) ? where : `"${name}" in ${where}`, item, maxList);
  }
}
