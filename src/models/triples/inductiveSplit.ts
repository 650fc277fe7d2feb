import { badInput } from '../../shared/errors';
import { counted } from '../../shared/terminal';
import { Random } from '../../shared/random';
import { selectTriples } from './incidence';
import { type Graph, type Least, Remainder } from './remainder';

export interface InductiveSplitOptions extends Least {
  readonly seed: number;
  /** share of the entities in each of the validation and the test part */
  readonly share?: number;
}

/** One of the parts: the entities that are its own, and the triples `[n, 3]` that come with them. */
export interface Part {
  readonly entities: Int32Array;
  readonly triples: Int32Array;
}

export interface InductiveSplit {
  readonly training: Part;
  readonly validation: Part;
  readonly test: Part;
}

/**
 * Part a graph so that validation and test ask about entities that training has never seen.
 *
 * Entities are drawn one after another without replacement, where they have types in proportion to their type's
 * frequency, and taken out with all triples they still have, the test part's first: its triples may touch any entity,
 * those of validation no test entity. An entity stays when another would be left with fewer than `leastNeighbours`
 * others, a relation it has triples of with fewer than `leastTriples`, or a type with none. What has stayed is drawn
 * again in the same order, since what forbade it may itself have gone, until a pass takes none.
 *
 * Source: Daza et al. 2021, appendix A.
 *
 * @throws BAD_INPUT when too few entities can be taken out
 */
export function inductiveSplit(graph: Graph, options: InductiveSplitOptions): InductiveSplit {
  const { seed, share = 0.1 } = options;
  const size = Math.floor(graph.entities * share);
  const rest = new Remainder(graph, options);
  const taken: number[] = [];
  const triples: number[][] = [[], []];
  const take = (entity: number): boolean => {
    if (taken.length === 2 * size || !rest.canSpare(entity)) return false;
    triples[taken.length < size ? 0 : 1]!.push(...rest.take(entity));
    taken.push(entity);
    return true;
  };
  let left = drawn(graph, Random.of(seed, 'inductive split'));
  let before: number;
  do {
    before = taken.length;
    left = left.filter((entity) => !take(entity));
  } while (taken.length > before && taken.length < 2 * size);
  if (size === 0 || taken.length < 2 * size) throw tooSmall(graph, options, taken.length, 2 * size);
  const part = (entities: ArrayLike<number>, numbers: ArrayLike<number>): Part => ({
    entities: Int32Array.from(entities).sort(),
    triples: selectTriples(graph.triples, Int32Array.from(numbers).sort()),
  });
  return {
    training: part(left, rest.triples()),
    validation: part(taken.slice(size), triples[1]!),
    test: part(taken.slice(0, size), triples[0]!),
  };
}

/**
 * The order in which entities are drawn: uniformly, or weighted by how many entities are of the same type, as u^(1/w) of
 * uniform u orders them (Efraimidis and Spirakis 2006).
 */
function drawn({ entities, types }: Graph, random: Random): Int32Array {
  const all = Int32Array.from({ length: entities }, (_, i) => i);
  if (!types) return random.shuffle(all);
  const frequency = new Map<number, number>();
  for (const type of types) frequency.set(type, (frequency.get(type) ?? 0) + 1);
  const keys = Array.from(types, (type) => Math.log(1 - random.uniform()) / frequency.get(type)!);
  return all.sort((a, b) => keys[b]! - keys[a]!);
}

function tooSmall(graph: Graph, options: InductiveSplitOptions, taken: number, wanted: number): Error {
  const { leastTriples = 100, leastNeighbours = 2, share = 0.1 } = options;
  if (wanted === 0) {
    return badInput(
      `A share of ${share} of ${counted(graph.entities, 'entity')} is less than one. Ask for a larger share, ` +
        `${Math.ceil(1e6 / Math.max(graph.entities, 1)) / 1e6} at least.`,
      { taken, wanted },
    );
  }
  const used = new Int32Array(graph.relations);
  for (let i = 1; i < graph.triples.length; i += 3) used[graph.triples[i]!]!++;
  const small = used.filter((count) => count < leastTriples).length;
  return badInput(
    `Only ${taken} of ${counted(graph.entities, 'entity')} can be taken out, ${wanted} are needed for two parts of ` +
      `${share} each: every other entity has ` +
      (leastNeighbours > 0
        ? `a neighbour that would be left with fewer than ${counted(leastNeighbours, 'other')}, or `
        : '') +
      (graph.types ? 'a type that would be left with none, or ' : '') +
      `a relation that would be left with fewer than ${counted(leastTriples, 'triple')} ` +
      `(relations with fewer already: ${small} of ${graph.relations}). Ask for ` +
      `${wanted > 2 ? 'a smaller share, or for ' : ''}fewer least triples${leastNeighbours > 0 ? ' or neighbours' : ''}.`,
    { taken, wanted, relationsBelow: small },
  );
}
