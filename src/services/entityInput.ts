import { randomUUID } from 'node:crypto';
import type { NewEntity, Triple } from '../graph/types';
import { badInput, KindredError, quoted } from '../shared/errors';
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

/** Room that RFC 5646 (BCP 47) asks for: language, three extensions of it, script, region and two variants. */
const longestLanguage = 35;

/** A language tag by the grammar of RFC 5646, section 2.1, without the irregular tags of old. */
const languageTag = new RegExp(
  '^(?:' +
    '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})' + // language
    '(?:-[a-z]{4})?' + // script
    '(?:-(?:[a-z]{2}|[0-9]{3}))?' + // region
    '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*' + // variants
    '(?:-[0-9a-wyz](?:-[a-z0-9]{2,8})+)*' + // extensions
    '(?:-x(?:-[a-z0-9]{1,8})+)?' + // private use
    '|x(?:-[a-z0-9]{1,8})+)$',
  'i',
);

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
    examples: cleanList('description', examples, 'example'),
    language: cleanLanguage(language),
  });
}

/** @throws BAD_INPUT */
export function cleanTriple({ head, relation, tail }: Triple): Triple {
  return {
    head: cleanText('id', head, { called: 'head' }),
    relation: cleanText('id', relation, { called: 'relation' }),
    tail: cleanText('id', tail, { called: 'tail' }),
  };
}

/** Each cleaned; of several, the fault says which it is of. */
export function cleanEach<From, To>(called: string, given: readonly From[], clean: (one: From) => To): To[] {
  return given.map((one, i) => {
    try {
      return clean(one);
    } catch (error) {
      if (given.length === 1 || !(error instanceof KindredError)) throw error;
      throw new KindredError(error.code, `${called}[${i}]: ${error.message}`, { ...error.details, at: i });
    }
  });
}

function cleanList(
  kind: TextKind,
  values: readonly string[] | undefined,
  called: string = kind,
): string[] | undefined {
  if (values === undefined) return undefined;
  if (values.length > most)
    throw badInput(`${values.length} texts of the kind "${called}" came; at most ${most} are taken.`);
  return [...new Set(values.map((value) => cleanText(kind, value, { called })))];
}

function cleanLanguage(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  if (language.length <= longestLanguage && languageTag.test(language)) return language;
  throw badInput(
    `${quoted(language)} is no language tag; one such as "en" or "pt-BR", of at most ${longestLanguage} characters, is expected.`,
  );
}

function withoutUndefined<T extends object>(parts: { [Name in keyof T]: T[Name] | undefined }): Partial<T> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Partial<T>;
}
