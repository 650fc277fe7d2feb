import { createHash } from 'node:crypto';
import type { SearchTexts } from '../../graph/searchTexts';
import type { SearchDocument } from '../../models/search/document';

/** Keys of documents that filters ask for. */
export const typeKey = (type: string): string => `type:${type}`;
export const relationKey = (relation: string): string => `relation:${relation}`;

export const typePrefix = typeKey('');

/** An entity as the index takes it. */
export function documentOf(texts: SearchTexts): SearchDocument {
  const { id, version, name, aliases, description, types, related, relations, triples } = texts;
  return {
    ...{ id, version, popularity: triples },
    texts: { names: [name], aliases, description: [description], types: types.map(readable), related },
    keys: [...types.map(typeKey), ...relations.map(relationKey)],
  };
}

/** `noun.person`, `/film/actor` and `FilmActor` in words. */
function readable(type: string): string {
  return type.replace(/[/._-]+/gu, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

/** A hash of all but the version: what a search sees. */
export function contentOf({ version: _, ...rest }: SearchDocument): string {
  return createHash('sha1').update(JSON.stringify(rest)).digest('base64');
}
