import { badInput } from '../shared/errors';

/**
 * A place in a list sorted by (sort key, id), as opaque text. It names the last row seen, not a row number, so rows
 * added or removed before it move nothing.
 */
export interface Place {
  key: string;
  id: string;
}

export function writeCursor({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** @throws BAD_INPUT for a text that `writeCursor` did not make */
export function readCursor(cursor: string): Place {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(value) && value.length === 2) {
      const [key, id] = value as unknown[];
      if (typeof key === 'string' && typeof id === 'string') return { key, id };
    }
  } catch {
    // answered below, like any other text that is no cursor
  }
  throw badInput("The cursor is not one of ours. Pass an `endCursor` or an edge's `cursor` back unchanged.");
}
