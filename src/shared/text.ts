import { badInput } from './errors';

/** Longest texts the store takes, in UTF-16 units (a value in a Neo4j unique index must stay under 8 kB). */
export const textLimits = {
  id: 500,
  name: 500,
  alias: 500,
  type: 200,
  description: 20_000,
  query: 1_000,
  /** a name of 40 characters, "@" and a version */
  model: 60,
} as const;

export type TextKind = keyof typeof textLimits;

/** Kinds that name something: a character dropped from them would make the name of something else. */
const names: readonly TextKind[] = ['id', 'model'];

const control = /(?![\t\n\r])\p{Cc}/gu;
/** No id holds them: they would part a line of a file or of a log in two. */
const unfitForIds = /[\p{Cc}\u2028\u2029]/u;
/** Whatever is not a blank, a control or a character that shows nothing, such as U+200B. */
const visible = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

export interface CleanOptions {
  /** whether an empty text is refused; true by default */
  required?: boolean;
  /** what errors call the text; its kind by default */
  called?: string;
  /** whether it is the beginning of a text, so that a blank at its end counts */
  isPrefix?: boolean;
}

/**
 * Clean a text from outside: NFC, control characters but tabs and line ends dropped, trimmed. Ids are looked up in the
 * form in which they are stored, so this is for both.
 *
 * @throws BAD_INPUT when it is not well-formed Unicode (a lone surrogate would be merged with others as U+FFFD
 *         by the driver), over-long, without a visible character where `required`, or an id with a control character
 */
export function cleanText(
  kind: TextKind,
  value: string,
  { required = true, called = kind, isPrefix = false }: CleanOptions = {},
): string {
  if (!value.isWellFormed()) {
    throw badInput(
      `The ${called} is not well-formed Unicode: it holds half of a surrogate pair. Send whole characters.`,
    );
  }
  const whole = names.includes(kind) ? value.normalize('NFC') : value.normalize('NFC').replace(control, '');
  const text = isPrefix ? whole.trimStart() : whole.trim();
  const limit = textLimits[kind];
  if (text.length > limit) {
    throw badInput(`The ${called} has ${text.length} characters; at most ${limit} are taken. Shorten it.`, {
      limit,
    });
  }
  if (required && !visible.test(text)) {
    throw badInput(`The ${called} is empty. Give at least one visible character.`);
  }
  const unfit = names.includes(kind) ? unfitForIds.exec(text)?.[0] : undefined;
  if (unfit !== undefined) {
    const point = unfit.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    throw badInput(
      `The ${called} holds the control character U+${point}. Leave out line ends, tabs and control characters.`,
    );
  }
  return text;
}
