import type { NewEntity, Triple } from '../../graph/types';
import { splitGloss } from './gloss';
import { lexicographerFiles } from './lexicographerFiles';
import { type PartOfSpeech, relationOf } from './pointers';

export const wordNetSource = 'wordnet-3.0';

export interface Synset {
  entity: NewEntity;
  /** one for each pointer in the file, so equal ones where several words of two synsets are related */
  triples: Triple[];
}

export const partNames: Record<PartOfSpeech, string> = {
  noun: 'noun',
  verb: 'verb',
  adj: 'adjective',
  adv: 'adverb',
};

/** The letters after the offset in ids; satellites (`s`) are adjectives that WordNet groups around another one. */
const letters: Record<PartOfSpeech, string> = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' };
const partOfLetter: Record<string, PartOfSpeech> = { n: 'noun', v: 'verb', a: 'adj', s: 'adj', r: 'adv' };

export function synsetId(offset: string, part: PartOfSpeech, satellites: ReadonlySet<string>): string {
  return `wn30:${offset}-${part === 'adj' && satellites.has(offset) ? 's' : letters[part]}`;
}

/** The offsets of adjective satellites: pointers call their targets `a` whether satellite or not. */
export function satelliteOffsets(adjectiveLines: readonly string[]): Set<string> {
  return new Set(
    adjectiveLines.filter((line) => line.slice(11, 14) === ' s ').map((line) => line.slice(0, 8)),
  );
}

/**
 * Read one line of a data file (manual page wndb(5WN)):
 * `offset lexFile type wordCount (word lexId)… pointerCount (symbol offset part source/target)… [frames] | gloss`.
 *
 * @returns undefined when the line does not have this form
 */
export function parseSynset(
  line: string,
  part: PartOfSpeech,
  satellites: ReadonlySet<string>,
): Synset | undefined {
  const bar = line.indexOf(' | ');
  const fields = line.slice(0, bar).split(' ');
  const [offset, lexFile, , wordCount] = fields;
  if (bar < 0 || !offset || !/^\d{8}$/.test(offset)) return undefined;

  const words = parseInt(wordCount ?? '', 16);
  const lemmas = Array.from({ length: words || 0 }, (_, i) => cleanLemma(fields[4 + 2 * i] ?? ''));
  const pointerCount = Number(fields[4 + 2 * words]);
  const id = synsetId(offset, part, satellites);
  const triples: Triple[] = [];
  for (let i = 0, at = 5 + 2 * words; i < pointerCount; i++, at += 4) {
    const [symbol, target, letter] = fields.slice(at, at + 3);
    const relation = relationOf(symbol ?? '', part);
    const targetPart = partOfLetter[letter ?? ''];
    if (!relation || !target || !targetPart) return undefined;
    triples.push({ head: id, relation, tail: synsetId(target, targetPart, satellites) });
  }
  const lexicographerFile = lexicographerFiles[Number(lexFile)];
  if (!lemmas[0] || !lexicographerFile || triples.length !== pointerCount) return undefined;

  const { definition, examples } = splitGloss(line.slice(bar + 3).trim());
  const aliases = [...new Set(lemmas.slice(1))].filter((lemma) => lemma !== lemmas[0]);
  const types = [partNames[part], lexicographerFile];
  const entity = {
    id,
    name: lemmas[0],
    aliases,
    description: definition,
    examples,
    types,
    language: 'en',
    source: wordNetSource,
  };
  return { entity, triples };
}

/** `bread_and_butter(a)` → `bread and butter`: the marker says where an adjective may stand. */
function cleanLemma(word: string): string {
  return word.replace(/\((?:a|p|ip)\)$/, '').replaceAll('_', ' ');
}
