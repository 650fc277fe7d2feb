import { badInput } from '../../shared/errors';
import type { EntityReference } from './entityInputs';
import { given } from './given';

/** @throws BAD_INPUT where not exactly one of the two is given */
export function subjectOf({ id, text }: EntityReference) {
  if (id !== undefined && text === undefined) return { id };
  if (text !== undefined && id === undefined) return given(text);
  throw badInput('Give exactly one of "entity" (an id) and "text" (a name and a description).');
}
