import { triplesOf } from './incidence';

export interface Graph {
  /** number of entities; triples name them by row, 0 … entities − 1 */
  readonly entities: number;
  readonly relations: number;
  /** `[n, 3]` row-major: head, relation, tail */
  readonly triples: Int32Array;
  /** type of each entity by number, -1 for none: no type loses its last entity of the training part */
  readonly types?: Int32Array;
}

/** What entities and relations keep while others go. */
export interface Least {
  /** fewest triples that a relation may be left with: 100 */
  readonly leastTriples?: number;
  /** fewest neighbours that an entity may be left with: 2, as the code released with the paper has it (the text: 1) */
  readonly leastNeighbours?: number;
}

/** What is left of a graph while entities are taken out of it. */
export class Remainder {
  private readonly touching: (entity: number) => Int32Array;
  private readonly present: Uint8Array;
  private readonly ofRelation: Int32Array;
  private readonly ofType = new Map<number, number>();
  private readonly leastTriples: number;
  private readonly leastNeighbours: number;

  constructor(
    private readonly graph: Graph,
    { leastTriples = 100, leastNeighbours = 2 }: Least,
  ) {
    const { triples, entities, relations, types = new Int32Array(0) } = graph;
    this.leastTriples = leastTriples;
    this.leastNeighbours = leastNeighbours;
    this.touching = triplesOf(triples, entities);
    this.present = new Uint8Array(triples.length / 3).fill(1);
    this.ofRelation = new Int32Array(relations);
    for (let i = 1; i < triples.length; i += 3) this.ofRelation[triples[i]!]!++;
    for (const type of types) this.ofType.set(type, (this.ofType.get(type) ?? 0) + 1);
  }

  canSpare(entity: number): boolean {
    const own = [...this.triplesOf(entity)];
    if (own.length === 0 || this.isLastOfType(entity)) return false;
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
    const type = this.graph.types?.[entity];
    if (type !== undefined) this.ofType.set(type, this.ofType.get(type)! - 1);
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

  /** Entities without a type have nothing to be the last of. */
  private isLastOfType(entity: number): boolean {
    const type = this.graph.types?.[entity] ?? -1;
    return type !== -1 && this.ofType.get(type) === 1;
  }

  private otherEnd(triple: number, entity: number): number {
    const head = this.graph.triples[triple * 3]!;
    return head === entity ? this.graph.triples[triple * 3 + 2]! : head;
  }
}
