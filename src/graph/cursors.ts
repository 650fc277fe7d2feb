import { badInput } from '../shared/errors';

/** The lists that are given in pages. Within one of them an order never depends on filters. */
export type ListKind = 'entities' | 'outgoing' | 'incoming';

/**
 * A place in a list sorted by (sort key, id), as opaque text. It names the last row seen, not a row number, so rows
 * added or removed before it move nothing.
 */
export interface Place {
  key: string;
  id: string;
}

/** Two texts of 500 UTF-16 units, of three bytes each or escaped in JSON, in base64. */
const longest = 8_400;

export function writeCursor(list: ListKind, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([list, key, id])).toString('base64url');
}

/** @throws BAD_INPUT for a text that `writeCursor` did not make for this kind of list */
export function readCursor(list: ListKind, cursor: string): Place {
  const place = cursor.length > longest ? undefined : parse(list, cursor);
  if (place && writeCursor(list, place) === cursor) return place;
  throw badInput(
    `The cursor is not one of this list's. Pass an \`endCursor\` or an edge's \`cursor\` of \`${list}\` back unchanged.`,
  );
}

function parse(list: ListKind, cursor: string): Place | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 3) return undefined;
    const [kind, key, id] = value as unknown[];
    return kind === list && isPart(key) && isPart(id) ? { key, id } : undefined;
  } catch {
    return undefined; // no JSON: not one of ours either
  }
}

function isPart(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}
