import type { Side } from './blp/relationModels/relationModel';
import { entityText } from './entityText';

/** The text of a relation: its name, a colon, its description; or the name alone. */
export function relationText(relation: { name: string; description?: string }): string {
  return entityText(relation);
}

/**
 * What a query reads beside the text of the entity it knows: the relation, or its inverse where the head is asked for
 * (Wang et al. 2022, SimKGC, section 3.3).
 *
 * @param side which end is known
 */
export function askedText(relation: string, side: Side): string {
  return side === 'head' ? relation : `inverse ${relation}`;
}
