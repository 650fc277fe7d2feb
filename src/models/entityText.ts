import { readsTexts } from './encoders/textEncoder';

/** What an encoder of the kind is given of an entity: its text, or its id where it reads none. */
export function encoderInput(
  kind: string,
  entity: { id: string; name: string; description?: string },
): string {
  return readsTexts(kind) ? entityText(entity) : entity.id;
}

/**
 * The text an entity is encoded from: its name, a colon, its description; or the name alone.
 *
 * The BLP paper takes "the long description if there is one, else name plus short description". A description here is
 * one sentence, the short kind, so it is always both: an entity that a curator adds is then read exactly as those in
 * training were. Aliases and examples stay out, as in the paper.
 */
export function entityText({ name, description }: { name: string; description?: string }): string {
  const title = name.trim();
  const text = (description ?? '').trim();
  return [title, text].filter((part) => part !== '').join(': ');
}
