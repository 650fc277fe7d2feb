import { badInput } from '../../../shared/errors';

/**
 * The words of a Parquet file, in the order of its rows: those of its first column of texts.
 *
 * @throws BAD_INPUT naming the file, where it cannot be read or has no such column
 */
export async function readParquetWords(file: string): Promise<string[]> {
  const { asyncBufferFromFile, parquetReadObjects } = await import('hyparquet');
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) }).catch((cause: unknown) => {
    throw badInput(`${file}: expected a Parquet file, came one that cannot be read (${String(cause)}).`, {
      file,
    });
  });
  const column = Object.entries(rows[0] ?? {}).find(([, value]) => typeof value === 'string')?.[0];
  if (column === undefined) throw badInput(`${file}: expected a column of words, came none.`, { file });
  return rows.map((row) => String(row[column]));
}
