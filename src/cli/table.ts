import { fit } from '../shared/terminal';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  readonly align?: 'left' | 'right';
}

/** Rows under titles in at most `columns` characters; the last column gives way. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string {
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]!.length)));
  const lines = cells.map((line) =>
    line
      .map((cell, i) => (columns[i]!.align === 'right' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => fit(line, width)).join('\n');
}
