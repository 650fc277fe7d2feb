import { KindredError, quoted } from '../shared/errors';
import type { Run } from './database';
import { lockCatalogue, type ModelRecord, type ModelRow, returnModel, toModel } from './models';

/**
 * Make a model the current version of its name; the one before retires in the same transaction.
 *
 * @returns all retired versions of the name, also those from before: an earlier attempt may not have cleared them away
 */
export async function makeCurrent(run: Run, id: string): Promise<ModelRecord[]> {
  await run(lockCatalogue);
  await run(
    `MATCH (m:Model {id: $id}) WHERE m.state = 'writing'
     SET m.state = 'current', m.currentAt = datetime()
     WITH m
     MATCH (c:Catalogue {id: 'models'}) SET c.revision = c.revision + 1
     WITH m
     MATCH (old:Model {name: m.name, state: 'current'}) WHERE old <> m
     SET old.state = 'retired'`,
    { id },
  );
  const rows = await run<ModelRow>(
    `MATCH (now:Model {id: $id}) MATCH (m:Model {name: now.name, state: 'retired'}) ${returnModel}`,
    { id },
  );
  return rows.map(toModel);
}

/**
 * Let a name answer when none is named, in all its versions to come.
 *
 * @param nameOrId of a current model
 * @throws NOT_FOUND, CONFLICT
 */
export async function chooseDefault(run: Run, nameOrId: string): Promise<ModelRecord> {
  await run(lockCatalogue);
  const model = await requireCurrent(run, nameOrId);
  await run("MATCH (c:Catalogue {id: 'models'}) SET c.defaultModel = $name, c.revision = c.revision + 1", {
    name: model.name,
  });
  return model;
}

/**
 * Retire a current model, with nothing in its place. Its vectors are still there.
 *
 * @param nameOrId of a current model
 * @throws NOT_FOUND; CONFLICT where it is not current, or while the job that made it still writes
 */
export async function retireModel(run: Run, nameOrId: string): Promise<ModelRecord> {
  await run(lockCatalogue);
  const { id, name } = await requireCurrent(run, nameOrId);
  const [job] = await run<{ id: string }>(
    "MATCH (j:Job {modelId: $id, kind: 'train'}) WHERE j.state IN ['queued', 'running'] RETURN j.id AS id",
    { id },
  );
  if (job) {
    const message = `The job ${job.id} that trained ${id} has not ended yet. Wait for its end, then retire the model.`;
    throw new KindredError('CONFLICT', message, { model: id, job: job.id });
  }
  const rows = await run<ModelRow>(
    `MATCH (c:Catalogue {id: 'models'}), (m:Model {id: $id})
     SET m.state = 'retired', c.revision = c.revision + 1,
         c.defaultModel = CASE c.defaultModel WHEN $name THEN null ELSE c.defaultModel END
     ${returnModel}`,
    { id, name },
  );
  return toModel(rows[0]!);
}

/** Whether the model is current; it stays so until the transaction has ended: whoever retires it waits for that. */
export async function holdCurrent(run: Run, id: string): Promise<boolean> {
  const rows = await run<{ state: string }>(
    // A value, not null: that takes no lock while the database has not heard of the property.
    'MATCH (m:Model {id: $id}) SET m.lockedAt = timestamp() RETURN m.state AS state',
    { id },
  );
  return rows[0]?.state === 'current';
}

/** @throws NOT_FOUND; CONFLICT where it is not current; both name those that are */
export async function requireCurrent(run: Run, nameOrId: string): Promise<ModelRecord> {
  const rows = await run<ModelRow>(
    `MATCH (m:Model) WHERE m.state = 'current' OR m.id = $nameOrId OR m.name = $nameOrId
     ${returnModel} ORDER BY m.id`,
    { nameOrId },
  );
  const all = rows.map(toModel);
  const meant = all.filter(({ id, name }) => id === nameOrId || name === nameOrId);
  const found = meant.find(({ state }) => state === 'current');
  if (found) return found;
  const current = all.flatMap(({ id, state }) => (state === 'current' ? [id] : []));
  const advice = current.length > 0 ? `Current: ${current.join(', ')}.` : 'None is current: train one.';
  const given = quoted(nameOrId);
  const details = { model: nameOrId, current };
  if (meant.length === 0)
    throw new KindredError('NOT_FOUND', `There is no model ${given}. ${advice}`, details);
  const states = meant.map(({ id, state }) => `${id} is ${stateWords[state]}`).join(', ');
  throw new KindredError('CONFLICT', `The model ${given} is not current: ${states}. ${advice}`, details);
}

const stateWords: Record<ModelRecord['state'], string> = {
  training: 'in training',
  writing: 'being written',
  current: 'current',
  retired: 'retired',
  failed: 'failed',
};
