import { createHash } from 'node:crypto';
import { badInput } from '../../shared/errors';

/**
 * A place in what a search found, as opaque text: how many stand before it, and of which search.
 *
 * @param search all that shapes the order
 */
export function writeSearchCursor(search: unknown, rank: number): string {
  return Buffer.from(JSON.stringify([printOf(search), rank])).toString('base64url');
}

/** @throws BAD_INPUT for a text that {@link writeSearchCursor} did not make for the same search */
export function readSearchCursor(search: unknown, cursor: string): number {
  const rank = parse(cursor);
  if (rank !== undefined && writeSearchCursor(search, rank) === cursor) return rank;
  throw badInput(
    "The cursor is not one of this search's. Pass an `endCursor` or an edge's `cursor` back unchanged, with the same " +
      'query, filter and rerank.',
  );
}

function parse(cursor: string): number | undefined {
  if (cursor.length > 100) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const rank: unknown = Array.isArray(value) ? value[1] : undefined;
    return Number.isSafeInteger(rank) && (rank as number) > 0 ? (rank as number) : undefined;
  } catch {
    return undefined; // no JSON: not one of ours either
  }
}

function printOf(search: unknown): string {
  return createHash('sha256').update(JSON.stringify(search)).digest('base64url').slice(0, 12);
}
