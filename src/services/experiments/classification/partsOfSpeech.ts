import { readWordNet } from '../../../formats/wordnet';
import { badInput } from '../../../shared/errors';
import { namedTexts, type TextFiles } from '../dataset';
import type { Labels } from './labels';

/**
 * The parts of speech of WordNet 3.0's synsets: noun, verb, adjective, adverb (satellites are adjectives). An entity is
 * a synset by its id as imports give it (`wn30:02084071-n`), or by its offset alone, as in WN18RR (`02084071`). An
 * offset may stand in the files of several parts of speech: then it is the synset that has the entity's name as a word.
 *
 * @param ids  entities by row
 * @param text file of their texts
 * @throws BAD_INPUT when none is a synset
 */
export async function partsOfSpeech(ids: readonly string[], text: TextFiles): Promise<Labels> {
  const byId = new Map<string, string>();
  const byWord = new Map<string, string>();
  for (const { entity } of (await readWordNet()).synsets) {
    const part = entity.types[0]!;
    byId.set(entity.id, part);
    const offset = entity.id.slice('wn30:'.length, -'-n'.length);
    for (const word of [entity.name, ...entity.aliases]) byWord.set(key(offset, word), part);
  }
  const texts = await namedTexts(text, new Set(ids));
  const labels = new Map<number, string>();
  ids.forEach((id, row) => {
    const part = byId.get(id) ?? byWord.get(key(id, texts.get(id)?.name ?? ''));
    if (part !== undefined) labels.set(row, part);
  });
  if (labels.size > 0) return labels;
  throw badInput(
    `No entity of the split is a synset of WordNet 3.0, such as ${JSON.stringify(ids[0])}. Ids like "02084071" with the ` +
      'name "dog", or "wn30:02084071-n", are expected.',
  );
}

function key(offset: string, word: string): string {
  return `${offset} ${word.replaceAll('_', ' ').toLowerCase()}`;
}
