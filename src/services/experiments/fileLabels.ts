import { readEntityTypes } from '../../formats/tsv';
import { badInput } from '../../shared/errors';
import { refuse, type Vocabulary } from './dataset';

/**
 * The class of each entity, by row, of a file with an entity and its class a line; others than the vocabulary's are
 * passed over.
 *
 * @throws BAD_INPUT naming file and line, an entity of two classes, or where no entity is the split's
 */
export async function fileLabels(file: string, vocabulary: Vocabulary): Promise<ReadonlyMap<number, string>> {
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
