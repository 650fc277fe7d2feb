import type { Database } from './database';

/** What the store remembers of a finished import. */
export interface FinishedImport {
  /** SHA-256 over the files that were imported */
  checksum: string;
  /** the import's report, as JSON */
  report: string;
}

export async function findFinishedImport(db: Database, source: string): Promise<FinishedImport | undefined> {
  const [row] = await db.read<FinishedImport>(
    'MATCH (i:Import {id: $source}) RETURN i.checksum AS checksum, i.report AS report',
    { source },
  );
  return row;
}

export async function recordFinishedImport(
  db: Database,
  source: string,
  finished: FinishedImport,
): Promise<void> {
  await db.write('MERGE (i:Import {id: $source}) SET i += $finished, i.finishedAt = datetime()', {
    source,
    finished,
  });
}
