import { changesSince } from '../../graph/changes';
import type { Database } from '../../graph/database';
import { readVectors } from '../../graph/vectors';
import type { ServedModel } from './servedModel';

/** Vectors read in one statement. */
const chunk = 2_000;

export interface Followed {
  /** where to go on from, by the store's clock */
  readonly now: number;
  readonly catalogueRevision: number;
  /** whether some entity lacks the vector of a current model that can have one of it */
  readonly incomplete: boolean;
}

/** Bring the models' vectors up to what the store has been told since, by whichever process. */
export async function followChanges(
  db: Database,
  models: readonly ServedModel[],
  since: number,
): Promise<Followed> {
  const { now, catalogueRevision, written, deleted } = await changesSince(db, since);
  for (const model of models) await model.forget(deleted);
  const news = written.filter((entity) => models.some((model) => !model.knows(entity)));
  let incomplete = false;
  for (let at = 0; at < news.length; at += chunk) {
    const ids = news.slice(at, at + chunk).map(({ id }) => id);
    const properties = models.map(({ record }) => record.vectorProperty);
    const rows = await readVectors(db, properties, ids);
    for (const [i, model] of models.entries()) {
      const lacking = rows.filter(({ vectors }) => !vectors[i]);
      await model.remember(
        rows.flatMap(({ id, version, vectors }) => (vectors[i] ? [{ id, version, vector: vectors[i] }] : [])),
      );
      await model.forget(lacking);
      incomplete ||= lacking.some(({ id }) => model.coverage.covers(id));
    }
  }
  return { now, catalogueRevision, incomplete };
}
