import { badInput } from './errors';

/** Longest texts the store takes, in UTF-16 units (a value in a Neo4j unique index must stay under 8 kB). */
export const textLimits = {
  id: 500,
  name: 500,
  alias: 500,
  type: 200,
  description: 20_000,
  query: 1_000,
} as const;

export type TextKind = keyof typeof textLimits;

/** All but tabs and line ends. */
const control = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Clean a text from outside: NFC, control characters dropped, trimmed.
 *
 * @throws BAD_INPUT when it is not well-formed Unicode (a lone surrogate would be merged with others as U+FFFD
 *         by the driver), over-long, or empty where `required`
 */
export function cleanText(kind: TextKind, value: string, { required = true } = {}): string {
  if (!value.isWellFormed()) {
    throw badInput(
      `The ${kind} is not well-formed Unicode: it holds half of a surrogate pair. Send whole characters.`,
    );
  }
  const text = value.normalize('NFC').replace(control, '').trim();
  if (required && text === '') throw badInput(`The ${kind} is empty. Give at least one visible character.`);
  const limit = textLimits[kind];
  if (text.length > limit) {
    throw badInput(`The ${kind} has ${text.length} characters; at most ${limit} are taken. Shorten it.`, {
      limit,
    });
  }
  return text;
}
