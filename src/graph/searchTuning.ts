import type { Database } from './database';

/** What was learned from judged queries. Texts of JSON, whose meaning is their reader's. */
export interface SearchTuning {
  /** of scoring by words; null before it is trained */
  readonly parameters: string | null;
  /** of reranking, by the id of the model; only models that have been tuned */
  readonly reranking: Readonly<Record<string, string>>;
}

export async function readSearchTuning(db: Database): Promise<SearchTuning> {
  const rows = await db.read<{ parameters: string | null; models: [string, string][] }>(
    `OPTIONAL MATCH (c:Catalogue {id: 'search'})
     CALL () { MATCH (m:Model) WHERE m.reranking IS NOT NULL RETURN collect([m.id, m.reranking]) AS models }
     RETURN c.parameters AS parameters, models`,
  );
  const { models, ...rest } = rows[0]!;
  return { ...rest, reranking: Object.fromEntries(models) };
}

/** @param parameters null goes back to those of before any training */
export async function writeSearchParameters(db: Database, parameters: string | null): Promise<void> {
  await db.write(
    `MERGE (c:Catalogue {id: 'search'})
     SET c.parameters = $parameters`,
    { parameters },
  );
}

/** @returns whether there is such a model */
export async function writeReranking(db: Database, model: string, reranking: string): Promise<boolean> {
  const rows = await db.write<{ id: string }>(
    `MATCH (m:Model {id: $model}) SET m.reranking = $reranking
     RETURN m.id AS id`,
    { model, reranking },
  );
  return rows.length > 0;
}
