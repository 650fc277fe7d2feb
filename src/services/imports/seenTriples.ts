import type { Triple } from '../../graph/types';

/** One more than the largest number of an entity; a pair of them still is an exact number (2^52). */
const maxEntities = 2 ** 26;

/**
 * Tells equal triples in a stream from new ones. Entities are numbered, so a triple costs one number
 * (about 40 bytes), not three strings.
 */
export class SeenTriples {
  private readonly numbers = new Map<string, number>();
  private readonly pairs = new Map<string, Set<number>>();

  /** @returns false when an equal triple was added before */
  add({ head, relation, tail }: Triple): boolean {
    const pair = this.numberOf(head) * maxEntities + this.numberOf(tail);
    let pairs = this.pairs.get(relation);
    if (!pairs) this.pairs.set(relation, (pairs = new Set()));
    if (pairs.has(pair)) return false;
    pairs.add(pair);
    return true;
  }

  private numberOf(entity: string): number {
    let number = this.numbers.get(entity);
    if (number === undefined) this.numbers.set(entity, (number = this.numbers.size));
    return number;
  }
}
