import {
  detectTextForm,
  type EntityText,
  type OnBadLine,
  readableId,
  readEntityTexts,
  readRelationTexts,
  readTriples,
} from '../../formats/tsv';
import type { Triple } from '../../graph/types';
import { entityText } from '../../models/entityText';
import { relationText } from '../../models/relationText';
import { badInput } from '../../shared/errors';
import { counted } from '../../shared/terminal';

/** Ids in the order they were first seen, and their rows. */
export class Ids {
  readonly list: string[] = [];
  private readonly rows = new Map<string, number>();

  rowOf(id: string): number | undefined {
    return this.rows.get(id);
  }

  add(id: string): number {
    const known = this.rows.get(id);
    if (known !== undefined) return known;
    this.rows.set(id, this.list.length);
    return this.list.push(id) - 1;
  }
}

/** Entities and relations by row, for triples of one or several files. */
export interface Vocabulary {
  readonly entities: Ids;
  readonly relations: Ids;
}

export const newVocabulary = (): Vocabulary => ({ entities: new Ids(), relations: new Ids() });

/**
 * The triples of some files in rows; new entities and relations join the vocabulary.
 *
 * @returns `[n, 3]` row-major: head, relation, tail
 * @throws BAD_INPUT naming file and line of what cannot be read: a figure over part of a file would mislead
 */
export async function tripleRows(
  files: readonly string[],
  { entities, relations }: Vocabulary,
): Promise<Int32Array> {
  const rows: number[] = [];
  for (const file of files) {
    for await (const { head, relation, tail } of readTriples(file, refuse)) {
      rows.push(entities.add(head), relations.add(relation), entities.add(tail));
    }
  }
  return Int32Array.from(rows);
}

/** Triples by rows as ids again. */
export function* namedTriples(triples: Int32Array, { entities, relations }: Vocabulary): Generator<Triple> {
  for (let i = 0; i < triples.length; i += 3) {
    yield {
      head: entities.list[triples[i]!]!,
      relation: relations.list[triples[i + 1]!]!,
      tail: entities.list[triples[i + 2]!]!,
    };
  }
}

/**
 * A file of texts, or several: of an entity that more than one of them has, the first's description counts, under the
 * name that one of them gives.
 */
export type TextFiles = string | readonly string[];

/**
 * The text of every entity, in the order of their ids; others of the files are passed over.
 *
 * @throws BAD_INPUT naming file and line, or an entity that has no text: figures over the others would mislead
 */
export async function entityTexts(files: TextFiles, ids: readonly string[]): Promise<string[]> {
  const texts = await namedTexts(files, new Set(ids));
  const missing = ids.filter((id) => !texts.has(id));
  if (missing.length === 0) return ids.map((id) => entityText(texts.get(id)!));
  throw badInput(
    `${counted(missing.length, 'entity')} of the split without a text in ${[files].flat().join(', ')}, the first is ` +
      `${JSON.stringify(missing[0])}. Each needs one.`,
  );
}

/** Names and descriptions of some entities, as far as the files have them. @throws BAD_INPUT naming file and line */
export async function namedTexts(
  files: TextFiles,
  wanted: ReadonlySet<string>,
): Promise<Map<string, EntityText>> {
  const texts = new Map<string, EntityText>();
  for (const file of [files].flat()) {
    for await (const text of readEntityTexts(file, await detectTextForm(file), refuse)) {
      const { id, name } = text;
      const known = texts.get(id);
      if (known?.name === readableId(id)) texts.set(id, { ...known, name });
      else if (wanted.has(id) && !known) texts.set(id, text);
    }
  }
  return texts;
}

/** The text of every relation of the vocabulary: that of the file, or its id made readable where there is none. */
export async function relationTexts(file: string | undefined, { relations }: Vocabulary): Promise<string[]> {
  const texts = relations.list.map(readableId);
  if (file === undefined) return texts;
  for await (const { id, ...text } of readRelationTexts(file, refuse)) {
    const row = relations.rowOf(id);
    if (row !== undefined) texts[row] = relationText(text);
  }
  return texts;
}

/** @throws BAD_INPUT naming file and line */
export const refuse: OnBadLine = ({ file, line, why }) => {
  throw badInput(`${file}:${line}: ${why}`, { file, line });
};
