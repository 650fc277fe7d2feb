import {
  getNamedType,
  type GraphQLArgument,
  GraphQLID,
  type GraphQLInputField,
  isInputObjectType,
} from 'graphql';
import { badInput } from '../../shared/errors';
import { textLimits } from '../../shared/text';

/** What an id may have as it is sent: blanks around it and letters in parts are cleaned away later. */
const longest = 4 * textLimits.id;

/**
 * Refuse ids, wherever among a field's arguments, that are far too long to be any: before they are cleaned, looked up
 * and spoken of once for every field that names them.
 *
 * @param args as coerced by GraphQL
 * @throws BAD_INPUT naming the argument
 */
export function checkIds(
  field: string,
  parameters: readonly GraphQLArgument[],
  args: Readonly<Record<string, unknown>>,
): void {
  for (const parameter of parameters) {
    checkValue(`"${parameter.name}" of "${field}"`, parameter, args[parameter.name]);
  }
}

function checkValue(where: string, parameter: GraphQLArgument | GraphQLInputField, value: unknown): void {
  if (Array.isArray(value)) return value.forEach((item) => checkValue(where, parameter, item));
  const type = getNamedType(parameter.type);
  if (type === GraphQLID && typeof value === 'string' && value.length > longest) {
    throw badInput(`${where} has ${value.length} characters; an id has at most ${textLimits.id}.`, {
      limit: textLimits.id,
    });
  }
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    checkValue(`"${name}" in ${where}`, type.getFields()[name]!, item);
  }
}
