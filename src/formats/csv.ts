import { stringify } from 'csv-stringify/sync';

/** Rows of the same fields as CSV (RFC 4180) with a header. */
export function csv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  return stringify([...rows], { header: true, columns: Object.keys(rows[0] ?? {}) });
}
