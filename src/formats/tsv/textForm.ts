import { readLines } from './lines';

/** Where the name ends in an entity's text, when both share one column. */
export const textStyles = ['dash', 'comma', 'name', 'description'] as const;

/**
 * - `dash`: `name -- description`
 * - `comma`: `name, description`
 * - `name`: the text is the name
 * - `description`: the text is the description, and the name is the id, `_` read as a blank
 */
export type TextStyle = (typeof textStyles)[number];

export interface TextForm {
  style: TextStyle;
  /** whether `\"`, `\n`, `\t` and `\\` are written for quotation mark, line end, tab and backslash */
  escaped: boolean;
}

/** A name is short: in 99 of 100 lines of the tables looked at it has at most this many words. */
const nameWords = 6;

/**
 * Tell the form of a table's lines of two columns, undefined where it has none: a separator counts when nearly every line has it after a short beginning
 * (prose has commas too, but later), a table of short texts is one of names, any other one of descriptions.
 */
export async function detectTextForm(file: string): Promise<TextForm | undefined> {
  let lines = 0;
  let dashes = 0;
  let commas = 0;
  let short = 0;
  let escaped = false;
  for await (const { columns } of readLines(file)) {
    const text = columns?.length === 2 ? columns[1]!.trim() : '';
    if (text === '') continue;
    lines++;
    if (text.includes(' -- ')) dashes++;
    if (text.includes(', ') && wordCount(text.slice(0, text.indexOf(', '))) <= nameWords) commas++;
    if (wordCount(text) <= nameWords) short++;
    escaped ||= text.includes('\\"');
  }
  if (lines === 0) return undefined;
  const mostly = (count: number) => count >= 0.9 * lines;
  const style = mostly(dashes) ? 'dash' : mostly(short) ? 'name' : mostly(commas) ? 'comma' : 'description';
  return { style, escaped };
}

/** The name and the description in a text. */
export function splitText(
  id: string,
  raw: string,
  { style, escaped }: TextForm,
): [name: string, description: string] {
  const text = escaped ? raw.replace(/\\(["nt\\])/g, (_, letter: string) => escapes[letter] ?? letter) : raw;
  if (style === 'name') return [text, ''];
  if (style === 'description') return [readableId(id), text];
  const separator = style === 'dash' ? ' -- ' : ', ';
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

const escapes: Record<string, string> = { n: '\n', t: '\t' };

/** `_member_of` → `member of`. */
export function readableId(id: string): string {
  return id.replaceAll('_', ' ').trim() || id;
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}
