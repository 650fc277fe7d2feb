import type { Relation, Triple } from '../../graph/types';
import { badInput, KindredError } from '../../shared/errors';
import { cleanText } from '../../shared/text';
import { readLines } from './lines';
import { splitText, type TextForm } from './textForm';

/** A line that was left out: file, line from 1, why. */
export interface BadLine {
  file: string;
  line: number;
  why: string;
}

export type OnBadLine = (bad: BadLine) => void;

export interface EntityText {
  id: string;
  name: string;
  description: string;
}

/** `head relation tail` a line. */
export function readTriples(file: string, onBadLine: OnBadLine): AsyncGenerator<Triple> {
  return readRecords(file, onBadLine, (columns) => {
    if (columns.length !== 3) throw wrongColumns('3 (head, relation, tail)', columns);
    const [head, relation, tail] = columns.map((id) => cleanText('id', id)) as [string, string, string];
    return { head, relation, tail };
  });
}

/** For a line of two columns in a table that seems to have none. */
const whole: TextForm = { style: 'name', escaped: false };

/** `id text` (split as `form` says) or `id name description` a line; the first line of an id counts. */
export function readEntityTexts(
  file: string,
  form: TextForm | undefined,
  onBadLine: OnBadLine,
): AsyncGenerator<EntityText> {
  const seen = new Set<string>();
  return readRecords(file, onBadLine, (columns) => {
    const [id, name, description] = textColumns(columns, (id, text) => splitText(id, text, form ?? whole));
    return once(seen, textOf(id, name, description));
  });
}

/** `id name` or `id name description` a line; the first line of an id counts. */
export function readRelationTexts(file: string, onBadLine: OnBadLine): AsyncGenerator<Relation> {
  const seen = new Set<string>();
  return readRecords(file, onBadLine, (columns) => {
    const [id, name, description] = textColumns(columns, (_, text) => [text, '']);
    return once(seen, textOf(id, name, description));
  });
}

/** An entity and a class that it is of; it may have several lines. */
export interface EntityType {
  id: string;
  type: string;
}

/** `id type` a line. */
export function readEntityTypes(file: string, onBadLine: OnBadLine): AsyncGenerator<EntityType> {
  return readRecords(file, onBadLine, (columns) => {
    const [id = '', type = ''] = columns;
    if (columns.length !== 2) throw wrongColumns('2 (id, type)', columns);
    return { id: cleanText('id', id), type: cleanText('type', type) };
  });
}

function textOf(id: string, name: string, description: string): EntityText {
  return {
    id,
    name: cleanText('name', name),
    description: cleanText('description', description, { required: false }),
  };
}

/** What each line of a file becomes; a line that `parse` refuses with BAD_INPUT goes to `onBadLine`. */
async function* readRecords<T>(
  file: string,
  onBadLine: OnBadLine,
  parse: (columns: string[]) => T,
): AsyncGenerator<T> {
  for await (const { number, columns, fault } of readLines(file)) {
    if (columns === undefined) {
      onBadLine({ file, line: number, why: fault });
      continue;
    }
    let record: T;
    try {
      record = parse(columns);
    } catch (error) {
      if (!(error instanceof KindredError)) throw error;
      onBadLine({ file, line: number, why: error.message });
      continue;
    }
    yield record;
  }
}

function textColumns(
  columns: string[],
  split: (id: string, text: string) => [name: string, description: string],
): [id: string, name: string, description: string] {
  const [id = '', text = '', description] = columns;
  if (columns.length < 2 || columns.length > 3)
    throw wrongColumns('2 (id, text) or 3 (id, name, description)', columns);
  const cleanId = cleanText('id', id);
  return description === undefined ? [cleanId, ...split(cleanId, text)] : [cleanId, text, description];
}

function wrongColumns(expected: string, columns: string[]): KindredError {
  return badInput(`Expected ${expected} columns parted by tabs; found ${columns.length}.`);
}

/** The text, unless an earlier good line has one of the same id. */
function once(seen: Set<string>, text: EntityText): EntityText {
  if (seen.has(text.id)) {
    throw badInput(`The id ${JSON.stringify(text.id)} has a text on an earlier line already.`);
  }
  seen.add(text.id);
  return text;
}
