import { badInput } from '../../shared/errors';
import { counted } from '../../shared/terminal';
import { Random } from '../../shared/random';
import { selectTriples, triplesOf } from './incidence';

export interface Graph {
  /** number of entities; triples name them by row, 0 … entities − 1 */
  readonly entities: number;
  readonly relations: number;
  /** `[n, 3]` row-major: head, relation, tail */
  readonly triples: Int32Array;
  /** type of each entity by number, where entities have one: no type loses its last entity of the training part */
  readonly types?: Int32Array;
}

export interface InductiveSplitOptions {
  readonly seed: number;
  /** share of the entities in each of the validation and the test part */
  readonly share?: number;
  /** fewest triples that a relation may be left with: 100 */
  readonly leastTriples?: number;
  /** fewest neighbours that an entity may be left with: 2, as the code released with the paper has it (the text: 1) */
  readonly leastNeighbours?: number;
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
 * Entities are drawn one after another without replacement and taken out with all triples they still have, the test
 * part's first: its triples may touch any entity, those of validation no test entity. An entity stays when another
 * would be left with fewer than `leastNeighbours` others, a relation it has triples of with fewer than `leastTriples`,
 * or a type with none.
 * What forbids taking an entity cannot cease to, since triples only go: each is drawn once, and the split ends.
 *
 * Source: Daza et al. 2021, appendix A.
 *
 * @throws BAD_INPUT when too few entities can be taken out
 */
export function inductiveSplit(graph: Graph, options: InductiveSplitOptions): InductiveSplit {
  const { seed, share = 0.1 } = options;
  const size = Math.floor(graph.entities * share);
  const rest = new Remainder(graph, options);
  const order = Random.of(seed, 'inductive split').shuffle(
    Int32Array.from({ length: graph.entities }, (_, i) => i),
  );
  const taken: number[] = [];
  const triples: number[][] = [[], []];
  for (const entity of order) {
    if (taken.length === 2 * size) break;
    if (!rest.canSpare(entity)) continue;
    triples[taken.length < size ? 0 : 1]!.push(...rest.take(entity));
    taken.push(entity);
  }
  if (size === 0 || taken.length < 2 * size) throw tooSmall(graph, options, taken.length, 2 * size);
  const part = (entities: number[], numbers: ArrayLike<number>): Part => ({
    entities: Int32Array.from(entities).sort(),
    triples: selectTriples(graph.triples, Int32Array.from(numbers).sort()),
  });
  const left = new Set(taken);
  return {
    training: part(
      [...order].filter((entity) => !left.has(entity)),
      rest.triples(),
    ),
    validation: part(taken.slice(size), triples[1]!),
    test: part(taken.slice(0, size), triples[0]!),
  };
}

/** What is left of the graph while entities are taken out. */
class Remainder {
  private readonly touching: (entity: number) => Int32Array;
  private readonly present: Uint8Array;
  private readonly ofRelation: Int32Array;
  private readonly ofType: Int32Array;
  private readonly leastTriples: number;
  private readonly leastNeighbours: number;

  constructor(
    private readonly graph: Graph,
    { leastTriples = 100, leastNeighbours = 2 }: InductiveSplitOptions,
  ) {
    const { triples, entities, relations, types = new Int32Array(0) } = graph;
    this.leastTriples = leastTriples;
    this.leastNeighbours = leastNeighbours;
    this.touching = triplesOf(triples, entities);
    this.present = new Uint8Array(triples.length / 3).fill(1);
    this.ofRelation = new Int32Array(relations);
    this.ofType = new Int32Array(types.reduce((most, type) => Math.max(most, type + 1), 0));
    for (let i = 1; i < triples.length; i += 3) this.ofRelation[triples[i]!]!++;
    for (const type of types) this.ofType[type]!++;
  }

  canSpare(entity: number): boolean {
    const own = [...this.triplesOf(entity)];
    if (own.length === 0 || (this.graph.types && this.ofType[this.graph.types[entity]!] === 1)) return false;
    const used = new Map<number, number>();
    const neighbours = new Set<number>();
    for (const triple of own) {
      const relation = this.graph.triples[triple * 3 + 1]!;
      used.set(relation, (used.get(relation) ?? 0) + 1);
      neighbours.add(this.otherEnd(triple, entity));
    }
    neighbours.delete(entity);
    return (
      [...used].every(([relation, count]) => this.ofRelation[relation]! - count >= this.leastTriples) &&
      [...neighbours].every((neighbour) => this.keepsNeighbours(neighbour, entity))
    );
  }

  /** @returns the numbers of the triples that go with the entity */
  take(entity: number): number[] {
    const own = [...this.triplesOf(entity)];
    for (const triple of own) {
      this.present[triple] = 0;
      this.ofRelation[this.graph.triples[triple * 3 + 1]!]!--;
    }
    if (this.graph.types) this.ofType[this.graph.types[entity]!]!--;
    return own;
  }

  /** The numbers of the triples that are left. */
  triples(): number[] {
    return Array.from(this.present.keys()).filter((triple) => this.present[triple]);
  }

  private *triplesOf(entity: number): Generator<number> {
    for (const triple of this.touching(entity)) if (this.present[triple]) yield triple;
  }

  /** Whether an entity has neighbours enough without the one that is to go. */
  private keepsNeighbours(entity: number, without: number): boolean {
    const found = new Set<number>();
    for (const triple of this.triplesOf(entity)) {
      const other = this.otherEnd(triple, entity);
      if (other !== entity && other !== without) found.add(other);
      if (found.size >= this.leastNeighbours) return true;
    }
    return false;
  }

  private otherEnd(triple: number, entity: number): number {
    const head = this.graph.triples[triple * 3]!;
    return head === entity ? this.graph.triples[triple * 3 + 2]! : head;
  }
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
      `a relation that would be left with fewer than ${counted(leastTriples, 'triple')} ` +
      `(relations with fewer already: ${small} of ${graph.relations}). Ask for ` +
      `${wanted > 2 ? 'a smaller share, or for ' : ''}fewer least triples${leastNeighbours > 0 ? ' or neighbours' : ''}.`,
    { taken, wanted, relationsBelow: small },
  );
}
