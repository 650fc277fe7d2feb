import type { Database, Run } from '../graph/database';
import { findEntities } from '../graph/entities';
import { createEntities, deleteEntity, updateEntity } from '../graph/entityWrites';
import type { Entity } from '../graph/types';
import { dropUnfinishedVectors, dropVectors, vectorRows, writeVectors } from '../graph/vectors';
import { entityText } from '../models/entityText';
import { KindredError, notFound, quoted } from '../shared/errors';
import { log } from '../shared/log';
import { cleanText } from '../shared/text';
import { rowOf } from '../shared/vectors';
import { cleanChanges, cleanEach, cleanEntity, type EntityChanges, type EntityInput } from './entityInput';
import { encodeForCurrent, type ModelVectors, without } from './currentVectors';
import type { SearchIndex } from './search/searchIndex';
import type { CurrentModel, ModelService } from './models';

export type { EntityChanges, EntityInput } from './entityInput';

/** How often work is begun anew because somebody else changed the same thing meanwhile. */
const mostAttempts = 8;

/**
 * Changes of entities by people. An entity and its vectors are written in one transaction, so that it is useful from
 * the moment it exists; what this process serves shows a change before the call returns.
 */
export class CurationService {
  constructor(
    private readonly db: Database,
    private readonly models: ModelService,
    private readonly search: SearchIndex,
  ) {}

  /**
   * All of them or none.
   *
   * @returns the entities once each has a vector of every current model that reads texts
   * @throws BAD_INPUT, ALREADY_EXISTS; MODEL_UNAVAILABLE or CORRUPT_FILE when a vector cannot be made
   */
  async createEntities(inputs: readonly EntityInput[], by: string): Promise<Entity[]> {
    const given = cleanEach('inputs', inputs, cleanEntity);
    if (given.length === 0) return [];
    const { revision, models, made } = await encodeForCurrent(this.models, given.map(entityText));
    const entities = await this.db.transaction('WRITE', async (run) => {
      const created = await createEntities(run, given, by);
      return writeAll(run, made, created);
    });
    await this.remember(made, entities);
    return this.coverNewModels(entities, revision, models);
  }

  /**
   * @returns the entity, embedded anew where its text changed
   * @throws NOT_FOUND, BAD_INPUT; CONFLICT when others change it all the time
   */
  async updateEntity(entityId: string, given: EntityChanges, by: string): Promise<Entity> {
    const id = cleanText('id', entityId);
    const changes = cleanChanges(given);
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const old = (await findEntities(this.db, [id])).get(id);
      if (!old) throw notFound('entity', id);
      const text = entityText({ ...old, ...changes });
      const isNew = text !== entityText(old);
      const { revision, models, made } = await encodeForCurrent(this.models, isNew ? [text] : []);
      try {
        const entities = await this.db.transaction('WRITE', async (run) => {
          // The texts are a person's from now on: no import changes them any more.
          const entity = await updateEntity(run, id, { ...changes, source: 'curated' }, by);
          if (entityText(entity) !== text) throw new Overtaken();
          if (isNew) await dropUnfinishedVectors(run, id);
          return writeAll(run, made, [entity]);
        });
        await this.remember(made, entities);
        return isNew ? (await this.coverNewModels(entities, revision, models))[0]! : entities[0]!;
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
    throw new KindredError('CONFLICT', `${quoted(id)} is being changed by others all the time. Try again.`, {
      id,
    });
  }

  /**
   * Delete an entity with its triples.
   *
   * @returns what it was
   * @throws NOT_FOUND, BAD_INPUT
   */
  async deleteEntity(entityId: string): Promise<Entity> {
    const id = cleanText('id', entityId);
    const entity = await this.db.transaction('WRITE', (run) => deleteEntity(run, id));
    const gone = [{ id, version: entity.updatedAt }];
    await Promise.all([...this.models.all().map((model) => model.forget(gone)), this.search.removed([id])]);
    return entity;
  }

  /**
   * The models may have changed while the entities were written: they get the vectors of those that are current now
   * before the caller goes on, and lose those of models that are not.
   */
  private async coverNewModels(
    entities: Entity[],
    seen: number,
    covered: readonly CurrentModel[],
  ): Promise<Entity[]> {
    try {
      return await this.cover(entities, seen, covered);
    } catch (error) {
      // The entities are written: whoever was told otherwise would write them again. Vectors that lack come later.
      log.warn(
        { err: error },
        'new entities could not be given the vectors of a model that has just become current',
      );
      return entities;
    }
  }

  private async cover(entities: Entity[], seen: number, covered: readonly CurrentModel[]): Promise<Entity[]> {
    if ((await this.models.catalogueRevision()) === seen) return entities;
    const { revision, models, made } = await encodeForCurrent(this.models, entities.map(entityText), covered);
    const written = await this.db.transaction('WRITE', async (run) => {
      const ids = entities.map(({ id }) => id);
      await dropVectors(
        run,
        without(covered, models).map(({ record }) => record.vectorProperty),
        ids,
      );
      return writeAll(run, made, entities);
    });
    await this.remember(made, written);
    return this.cover(written, revision, models);
  }

  /** Read your own write: what this process serves is current before the call returns. */
  private async remember(made: readonly ModelVectors[], entities: readonly Entity[]): Promise<void> {
    await Promise.all([
      this.search.changed(entities.map(({ id }) => id)),
      ...this.models.all().map(async (served) => {
        const vectors = made.find(({ record }) => record.id === served.record.id)?.vectors;
        if (vectors === undefined) return;
        const { dimension } = served.card;
        const rows = entities.map(({ id, updatedAt: version }, row) => ({
          ...{ id, version },
          vector: rowOf(vectors, row, dimension),
        }));
        await served.remember(rows);
      }),
    ]);
  }
}

/** Somebody else's change came in between: what was computed is of an older text. */
class Overtaken extends Error {}

/** The entities with the `updatedAt` that writing the vectors gives them. */
async function writeAll(
  run: Run,
  made: readonly ModelVectors[],
  entities: readonly Entity[],
): Promise<Entity[]> {
  const versions = new Map(entities.map(({ id, updatedAt }) => [id, updatedAt]));
  for (const { record, vectors } of made) {
    const dimension = vectors.length / entities.length;
    const rows = vectorRows(entities, vectors, dimension);
    const written = await writeVectors(run, record.vectorProperty, dimension, rows);
    for (const { id, version } of written) versions.set(id, version);
  }
  return entities.map((entity) => ({ ...entity, updatedAt: versions.get(entity.id)! }));
}
