import { badInput } from '../../shared/errors';
import { Random } from '../../shared/random';
import { selectTriples } from './incidence';
import type { InductiveSplit, Part } from './inductiveSplit';
import type { Graph } from './remainder';

export interface RelationSplitOptions {
  readonly seed: number;
  /** relations drawn for each of validation and test */
  readonly unseenRelations: number;
  /** fewest triples of a relation that is drawn, so that its figures mean something */
  readonly leastTriples: number;
}

/**
 * Part a graph so that validation and test ask about relations that training has never seen: relations are drawn, and
 * all their triples go with them. The entities stay those of training.
 *
 * @throws BAD_INPUT when too few relations have enough triples
 */
export function relationSplit(
  { entities, relations, triples }: Graph,
  { seed, unseenRelations, leastTriples }: RelationSplitOptions,
): InductiveSplit {
  const counts = new Int32Array(relations);
  for (let i = 1; i < triples.length; i += 3) counts[triples[i]!]!++;
  const eligible = Int32Array.from(counts.keys()).filter((relation) => counts[relation]! >= leastTriples);
  // One at least is left to train on.
  if (eligible.length < 2 * unseenRelations || relations <= 2 * unseenRelations) {
    throw badInput(
      `${unseenRelations} relations for validation and ${unseenRelations} for test were asked for; of ${relations} relations ` +
        `${eligible.length} have at least ${leastTriples} triples, and one must remain. Ask for fewer, or lower the least.`,
    );
  }
  const drawn = Random.of(seed, 'relation split').shuffle(eligible);
  const test = new Set(drawn.subarray(0, unseenRelations));
  const validation = new Set(drawn.subarray(unseenRelations, 2 * unseenRelations));
  const numbers: Record<keyof InductiveSplit, number[]> = { training: [], validation: [], test: [] };
  for (let i = 0; i < triples.length / 3; i++) {
    const relation = triples[i * 3 + 1]!;
    numbers[test.has(relation) ? 'test' : validation.has(relation) ? 'validation' : 'training'].push(i);
  }
  const part = (own: Int32Array, chosen: number[]): Part => ({
    entities: own,
    triples: selectTriples(triples, chosen),
  });
  const none = new Int32Array(0);
  return {
    training: part(
      Int32Array.from({ length: entities }, (_, i) => i),
      numbers.training,
    ),
    validation: part(none, numbers.validation),
    test: part(none, numbers.test),
  };
}
