import type { Database } from './database';
import { type ModelRecord, type ModelRow, returnModel, toModel } from './models';

/** All models, the newest first, and the name that was chosen to answer when none is named. */
export interface Catalogue {
  models: ModelRecord[];
  chosen: string | undefined;
}

export function readCatalogue(db: Database): Promise<Catalogue> {
  return db.transaction('READ', async (run) => {
    const [catalogue] = await run<{ chosen: string | null }>(
      "MATCH (c:Catalogue {id: 'models'}) RETURN c.defaultModel AS chosen",
    );
    const rows = await run<ModelRow>(`MATCH (m:Model) ${returnModel} ORDER BY m.createdAt DESC, m.id`);
    return { models: rows.map(toModel), chosen: catalogue?.chosen ?? undefined };
  });
}

/** The model that answers when none is named: of the chosen name, else the one that became current last. */
export async function defaultModelId(db: Database): Promise<string | undefined> {
  const rows = await db.read<{ id: string }>(
    `OPTIONAL MATCH (c:Catalogue {id: 'models'})
     WITH c.defaultModel AS chosen
     MATCH (m:Model {state: 'current'})
     RETURN m.id AS id ORDER BY coalesce(m.name = chosen, false) DESC, m.currentAt DESC, m.id LIMIT 1`,
  );
  return rows[0]?.id;
}
