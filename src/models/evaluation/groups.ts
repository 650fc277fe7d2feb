import { categoriesOf, relationCategories } from '../triples/relationCategories';
import type { Rankings } from './rankings';

/** Rankings that are looked at together, under a name. */
export interface Group {
  readonly name: string;
  /** numbers of its rankings */
  readonly members: readonly number[];
}

/** By which end was asked for. */
export function bySide(rankings: Rankings): Group[] {
  return grouped(rankings, ['tails', 'heads'], (ranking) =>
    rankings.known(ranking) === 'head' ? 'tails' : 'heads',
  );
}

/** By where the entities stand that training has not seen: as head, as tail, at both ends, or at none. */
export function byPlaceOfNew(rankings: Rankings, isNew: (entity: number) => boolean): Group[] {
  return grouped(rankings, ['new head', 'new tail', 'both new', 'none new'], (ranking) => {
    const at = rankings.triple(ranking) * 3;
    const [head, tail] = [isNew(rankings.triples[at]!), isNew(rankings.triples[at + 2]!)];
    if (head && tail) return 'both new';
    return head ? 'new head' : tail ? 'new tail' : 'none new';
  });
}

/**
 * By the category of the relation, of which the triples of `training` decide.
 *
 * @param training `[n, 3]` row-major
 */
export function byCategory(rankings: Rankings, training: Int32Array, relations: number): Group[] {
  const categories = categoriesOf(training, relations);
  return grouped(rankings, relationCategories, (ranking) => categories[rankings.asked(ranking).relation]!);
}

/**
 * By relation, those with the most rankings, the most first.
 *
 * @param nameOf of a relation, by row
 * @param most   groups at most
 */
export function byRelation(rankings: Rankings, nameOf: (relation: number) => string, most: number): Group[] {
  const members = new Map<number, number[]>();
  for (let ranking = 0; ranking < rankings.size; ranking++) {
    const { relation } = rankings.asked(ranking);
    const own = members.get(relation);
    if (own) own.push(ranking);
    else members.set(relation, [ranking]);
  }
  return [...members]
    .map(([relation, own]) => ({ name: nameOf(relation), members: own }))
    .sort((a, b) => b.members.length - a.members.length || (a.name < b.name ? -1 : 1))
    .slice(0, most);
}

/** Groups without members are left out. */
function grouped<Name extends string>(
  rankings: Rankings,
  names: readonly Name[],
  nameOf: (ranking: number) => Name,
): Group[] {
  const members = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let ranking = 0; ranking < rankings.size; ranking++) members.get(nameOf(ranking))!.push(ranking);
  return [...members]
    .map(([name, own]) => ({ name, members: own }))
    .filter((group) => group.members.length > 0);
}
