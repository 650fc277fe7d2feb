import { badInput } from '../../../shared/errors';
import type { PartName, StoredSplit } from '../splitFolder';
import type { Labels } from './labels';

/** Types that are classes (BLP, section 4.2). */
export const mostTypes = 50;

/** Every topic of Freebase has this type; it says nothing (left out by Xie et al. 2016 too, whom BLP follows). */
const everything = '/common/topic';

/**
 * Types of Freebase's entities, told by the relations that lead from them: the head of `/film/film/genre` is a
 * `/film/film`. Where several relations are joined by `.`, it is the first one's.
 *
 * The classes are those of the 50 types that most training entities have by the training triples which label one of
 * them: an entity of several types has the class that most training entities are of, so that a type of few may label
 * none. An entity of no class has no label. The entities of validation and test have
 * theirs by the triples of their own part: no encoder sees these, only the entities' texts.
 *
 * @throws BAD_INPUT when no relation names a type
 */
export function domainLabels(split: StoredSplit): Labels {
  const typesOf = (part: PartName) => headTypes(split, part);
  const counts = new Map<string, number>();
  for (const types of typesOf('train').values()) {
    for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const classes = [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, mostTypes)
    .map(([type]) => type);
  if (classes.length === 0) {
    throw badInput(
      'No relation of the training triples names the type of its heads, as "/film/film/genre" does. Give the labels as a file.',
    );
  }
  const labelled = (part: PartName, among: readonly string[]) =>
    [...typesOf(part)].flatMap(([row, types]) => {
      const label = among.find((type) => types.has(type));
      return label === undefined ? [] : [[row, label] as const];
    });
  const ofTraining = labelled('train', classes);
  const learned = new Set(ofTraining.map(([, label]) => label));
  const kept = classes.filter((type) => learned.has(type));
  return new Map([...ofTraining, ...labelled('valid', kept), ...labelled('test', kept)]);
}

/** The types of the part's own entities by the part's own triples. */
function headTypes({ vocabulary, parts: all }: StoredSplit, part: PartName): Map<number, Set<string>> {
  const { entities, triples } = all[part];
  const types = new Map(Array.from(entities, (row) => [row, new Set<string>()]));
  const ofRelation = vocabulary.relations.list.map(domainOf);
  for (let i = 0; i < triples.length; i += 3) {
    const type = ofRelation[triples[i + 1]!];
    if (type !== undefined && type !== everything) types.get(triples[i]!)?.add(type);
  }
  return types;
}

/** `/film/film/genre` → `/film/film`; undefined for relations of another form. */
export function domainOf(relation: string): string | undefined {
  return /^(\/[^.]+)\/[^./]+(?:\.|$)/.exec(relation)?.[1];
}
