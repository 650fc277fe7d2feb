import type { TextFiles } from '../dataset';
import { fileLabels } from '../fileLabels';
import type { StoredSplit } from '../splitFolder';
import { domainLabels } from './domainLabels';
import { partsOfSpeech } from './partsOfSpeech';

/** The class of each entity that has one, by row of the split. */
export type Labels = ReadonlyMap<number, string>;

/**
 * Where labels come from: `wordnet`, parts of speech; `domains`, the types that Freebase's relations tell; or a file
 * with an entity and its class a line.
 */
export type LabelSource = 'wordnet' | 'domains' | (string & {});

/** @throws BAD_INPUT for a file that cannot be read, or when no entity of the split gets a label */
export async function labelsOf(source: LabelSource, split: StoredSplit, text: TextFiles): Promise<Labels> {
  const { list } = split.vocabulary.entities;
  if (source === 'wordnet') return partsOfSpeech(list, text);
  if (source === 'domains') return domainLabels(split);
  return fileLabels(source, split.vocabulary);
}
