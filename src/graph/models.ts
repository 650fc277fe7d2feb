import { notFound } from '../shared/errors';
import { type Database, int, type Run } from './database';

export type ModelState = 'training' | 'writing' | 'current' | 'retired' | 'failed';

/** A version of a model. Its weights lie in a folder named after its id, its vectors under a property of each entity. */
export interface ModelRecord {
  /** `be-bow@3` */
  id: string;
  name: string;
  version: number;
  state: ModelState;
  encoder: string;
  relationModel: string;
  /** width of its vectors, known when it is trained */
  dimension: number | null;
  /** property of entities and name of the vector index: `vec_be_bow_3` */
  vectorProperty: string;
  /** of `model.json` in its folder */
  sha256: string | null;
  baseEncoder: string;
  /** what it was trained with */
  parameters: Record<string, unknown>;
  metrics: Record<string, number>;
  /** ISO 8601 */
  createdAt: string;
  currentAt: string | null;
}

export type NewModel = Pick<ModelRecord, 'name' | 'encoder' | 'relationModel' | 'baseEncoder' | 'parameters'>;

export const returnModel = `
  RETURN m {
    .id, .name, .version, .state, .encoder, .relationModel, .dimension, .vectorProperty, .sha256, .baseEncoder,
    .parameters, .metrics, createdAt: toString(m.createdAt), currentAt: toString(m.currentAt)
  } AS model`;

export type ModelRow = {
  model: Omit<ModelRecord, 'parameters' | 'metrics'> & { parameters: string; metrics: string };
};

export function toModel({ model }: ModelRow): ModelRecord {
  return {
    ...model,
    parameters: JSON.parse(model.parameters) as ModelRecord['parameters'],
    metrics: JSON.parse(model.metrics) as ModelRecord['metrics'],
  };
}

/** All versions of all models, the newest first. */
export async function listModels(db: Database): Promise<ModelRecord[]> {
  return (await db.read<ModelRow>(`MATCH (m:Model) ${returnModel} ORDER BY m.createdAt DESC, m.id`)).map(
    toModel,
  );
}

export async function findModel(db: Database, id: string): Promise<ModelRecord | undefined> {
  return (await db.read<ModelRow>(`MATCH (m:Model {id: $id}) ${returnModel}`, { id })).map(toModel)[0];
}

/** Changes whenever a model becomes current, stops being it, or is chosen to answer when none is named. */
export async function catalogueRevision(run: Run): Promise<number> {
  const rows = await run<{ revision: number }>(
    "MATCH (c:Catalogue {id: 'models'}) RETURN c.revision AS revision",
  );
  return rows[0]?.revision ?? 0;
}

/** The models that entities must have vectors of, at one revision of the catalogue. */
export interface CurrentModels {
  revision: number;
  models: ModelRecord[];
}

export async function currentModels(db: Database): Promise<CurrentModels> {
  return db.transaction('READ', async (run) => {
    // The revision first: should a switch come in between, a later look finds that it has moved.
    const revision = await catalogueRevision(run);
    const rows = await run<ModelRow>(`MATCH (m:Model {state: 'current'}) ${returnModel} ORDER BY m.id`);
    return { revision, models: rows.map(toModel) };
  });
}

/** Those who change the catalogue wait for each other here. */
export const lockCatalogue = "MERGE (c:Catalogue {id: 'models'}) SET c.revision = coalesce(c.revision, 0)";

/** The next version of `name`, in training. */
export async function createModel(run: Run, { name, parameters, ...given }: NewModel): Promise<ModelRecord> {
  await run(lockCatalogue);
  const latest = await run<{ version: number }>(
    'MATCH (m:Model {name: $name}) RETURN coalesce(max(m.version), 0) AS version',
    { name },
  );
  const version = latest[0]!.version + 1;
  const values = {
    ...given,
    id: `${name}@${version}`,
    name,
    version: int(version),
    vectorProperty: `vec_${name.replaceAll('-', '_')}_${version}`,
    parameters: JSON.stringify(parameters),
  };
  const rows = await run<ModelRow>(
    `CREATE (m:Model {state: 'training', metrics: '{}', createdAt: datetime()}) SET m += $values ${returnModel}`,
    { values },
  );
  return toModel(rows[0]!);
}

/** @throws NOT_FOUND */
export async function updateModel(
  run: Run,
  id: string,
  { state, dimension, sha256, metrics }: Pick<ModelRecord, 'state' | 'dimension' | 'sha256' | 'metrics'>,
): Promise<void> {
  const values = {
    state,
    sha256,
    metrics: JSON.stringify(metrics),
    dimension: dimension === null ? null : int(dimension),
  };
  const rows = await run('MATCH (m:Model {id: $id}) SET m += $values RETURN m.id AS id', { id, values });
  if (rows.length === 0) throw notFound('model', id);
}

/** A model that will not become current. */
export async function failModel(run: Run, id: string): Promise<void> {
  await run("MATCH (m:Model {id: $id}) WHERE m.state IN ['training', 'writing'] SET m.state = 'failed'", {
    id,
  });
}
