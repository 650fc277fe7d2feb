import { readEntityTypes } from '../../../formats/tsv';
import { badInput } from '../../../shared/errors';
import { refuse, type TextFiles, type Vocabulary } from '../dataset';
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

/**
 * Of a file with an entity and its class a line; others than the split's entities are passed over.
 *
 * @throws BAD_INPUT naming file and line, an entity of two classes, or where no entity is the split's
 */
export async function fileLabels(file: string, vocabulary: Vocabulary): Promise<Labels> {
  const labels = new Map<number, string>();
  for await (const { id, type } of readEntityTypes(file, refuse)) {
    const row = vocabulary.entities.rowOf(id);
    if (row === undefined) continue;
    const known = labels.get(row) ?? type;
    if (known !== type) {
      throw badInput(
        `${file} gives ${JSON.stringify(id)} the class ${JSON.stringify(known)} and ${JSON.stringify(type)}. Leave one: ` +
          'each entity is of one class.',
      );
    }
    labels.set(row, type);
  }
  if (labels.size === 0)
    throw badInput(`${file} names no entity of the split. Its lines are: entity, tab, class.`);
  return labels;
}
