import { randomUUID } from 'node:crypto';
import type { NewEntity, Triple } from '../graph/types';
import { badInput } from '../shared/errors';
import { cleanText, type TextKind } from '../shared/text';

export interface EntityInput {
  id?: string;
  name: string;
  description?: string;
  aliases?: string[];
  types?: string[];
  examples?: string[];
  /** BCP 47: `en`, `pt-BR` */
  language?: string;
}

export type EntityChanges = Partial<Omit<EntityInput, 'id'>>;

/** Most aliases, types or examples of one entity. */
const most = 100;
const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/** @throws BAD_INPUT saying which part is wrong, what was expected and what came */
export function cleanEntity({ id, name, description = '', ...rest }: EntityInput): NewEntity {
  const defaults = { aliases: [], types: [], examples: [], language: 'en' };
  return {
    id: id === undefined ? `e:${randomUUID()}` : cleanText('id', id),
    source: 'curated',
    ...defaults,
    ...cleanChanges({ name, description, ...rest }),
  } as NewEntity;
}

/** The parts that were given, cleaned. */
export function cleanChanges(given: EntityChanges): Partial<Omit<NewEntity, 'id' | 'source'>> {
  const { name, description, aliases, types, examples, language } = given;
  return withoutUndefined({
    name: name === undefined ? undefined : cleanText('name', name),
    description:
      description === undefined ? undefined : cleanText('description', description, { required: false }),
    aliases: cleanList('alias', aliases),
    types: cleanList('type', types),
    examples: cleanList('description', examples),
    language: cleanLanguage(language),
  });
}

/** @throws BAD_INPUT */
export function cleanTriple({ head, relation, tail }: Triple): Triple {
  return { head: cleanText('id', head), relation: cleanText('id', relation), tail: cleanText('id', tail) };
}

function cleanList(kind: TextKind, values: readonly string[] | undefined): string[] | undefined {
  if (values === undefined) return undefined;
  if (values.length > most)
    throw badInput(`${values.length} texts of the kind "${kind}" came; at most ${most} are taken.`);
  return [...new Set(values.map((value) => cleanText(kind, value)))];
}

function cleanLanguage(language: string | undefined): string | undefined {
  if (language === undefined || languageTag.test(language)) return language;
  throw badInput(`${JSON.stringify(language)} is no language tag; one such as "en" or "pt-BR" is expected.`);
}

function withoutUndefined<T extends object>(parts: { [Name in keyof T]: T[Name] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Partial<T>;
}
