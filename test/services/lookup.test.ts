import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importEntities } from '../../src/graph/bulk';
import type { Database } from '../../src/graph/database';
import type { Services } from '../../src/services';
import { followChanges } from '../../src/services/models/following';
import { ModelService } from '../../src/services/models';
import { entity } from '../graph/samples';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { countVectors, tinyGraph } from '../support/tinyGraph';
import { until } from '../support/workers';

let db: Database;
let dataFolder: string;
let services: Services;
const linked = 40;

const create = (id: string, name = 'young fire') =>
  services.curation.createEntities([{ id, name, description: 'a large house' }], 'a test');
const held = (name: string, id: string) => services.models.model(name).candidates.vectorOf(id);
const predict = (known: { id: string } | { name: string }, model = 'ids') =>
  services.prediction.predictLinks({ known, side: 'head', relation: 'near', first: 100, model });

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  dataFolder = await temporaryFolder();
  await tinyGraph(db, linked);
  await importEntities(db, [entity('alone', { name: 'an entity without triples' })], {
    by: 'a test',
    at: Date.now(),
  });
  await trainTiny(db, dataFolder, 'bow');
  await trainTiny(db, dataFolder, 'ids', { encoder: 'lookup', loss: 'nll', negativesFrom: 'graph' });
  services = await serve(db, dataFolder);
});

describe('a model that reads no texts', () => {
  it('has a vector of each entity with a triple, and answers about them', async () => {
    expect(await countVectors(db, 'vec_ids_1', 12)).toBe(linked);
    expect(await countVectors(db, 'vec_bow_1', 24)).toBe(linked + 1);
    const { predictions, truncated, model } = await predict({ id: 't:00004' });
    expect(predictions.length).toBeGreaterThan(30);
    expect(predictions.map(({ entityId }) => entityId)).not.toContain('alone');
    expect({ truncated, id: model.id }).toEqual({ truncated: false, id: 'ids@1' });
    const similar = await services.similarity.similar({ subject: { id: 't:00004' }, first: 3, model: 'ids' });
    expect(similar.predictions).toHaveLength(3);
  });

  it('lets new entities be made, which have vectors of the other models', async () => {
    await create('new');
    expect(await held('bow', 'new')).toBeDefined();
    expect(await held('ids', 'new')).toBeUndefined();
    expect((await predict({ id: 'new' }, 'bow')).predictions.length).toBeGreaterThan(30);
  });

  it('says of a new entity why it has no vector, and what to do', async () => {
    const refusal = {
      code: 'MODEL_UNAVAILABLE',
      message:
        'ids@1 has no vector of "new": no triple of it was in its training, and it reads no texts. ' +
        'Name a model that reads texts (bow@1), or train this one again.',
      details: { model: 'ids@1', id: 'new' },
    };
    await expect(predict({ id: 'new' })).rejects.toMatchObject(refusal);
    const similar = services.similarity.similar({ subject: { id: 'new' }, first: 3, model: 'ids' });
    await expect(similar).rejects.toMatchObject(refusal);
    await expect(predict({ id: 'nowhere' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says of a text that it reads none', async () => {
    const refusal = {
      code: 'MODEL_UNAVAILABLE',
      message:
        'ids@1 reads no texts: it has a vector of each entity that its training saw, and of nothing else. ' +
        'Name a model that reads texts (bow@1).',
    };
    await expect(predict({ name: 'a dog' })).rejects.toMatchObject(refusal);
    await expect(services.embedding.embedText({ description: 'a dog' }, 'ids')).rejects.toMatchObject(
      refusal,
    );
  });

  it('keeps the vector of an entity whose text changes', async () => {
    const before = await held('ids', 't:00007');
    await services.curation.updateEntity('t:00007', { description: 'small water' }, 'a test');
    await services.models.refresh();
    expect(await held('ids', 't:00007')).toEqual(before);
    expect((await predict({ id: 't:00007' })).predictions.length).toBeGreaterThan(30);
  });

  it('gives it again where an import drops it, or the entity is made anew', async () => {
    const [changed, deleted] = [await held('ids', 't:00001'), await held('ids', 't:00002')];
    await importEntities(db, [entity('t:00001', { name: 'small air', source: 'tiny' })], {
      by: 'a test',
      at: Date.now(),
    });
    await services.curation.deleteEntity('t:00002');
    await create('t:00002');
    const again = async (id: string, property: string) => {
      const [row] = await db.read<{ vector: number[] | null }>(
        'MATCH (e:Entity {id: $id}) RETURN e[$property] AS vector',
        { id, property },
      );
      return row?.vector ?? undefined;
    };
    for (const [id, before] of [
      ['t:00001', changed],
      ['t:00002', deleted],
    ] as const) {
      const vector = await until(`${id} has its vector`, () => again(id, 'vec_ids_1'), 20);
      vector.forEach((value, i) => expect(value).toBeCloseTo(before![i]!, 6));
      await until('it is served', () => held('ids', id), 20);
    }
  });

  it('does not count what it cannot have as missing', async () => {
    await create('newer');
    const [bow, ids] = ['bow', 'ids'].map((name) => services.models.model(name));
    await db.write("MATCH (e:Entity {id: 'newer'}) SET e.updatedAt = e.updatedAt + 1");
    const since = Date.now() - 60_000;
    expect((await followChanges(db, [bow!, ids!], since)).incomplete).toBe(false);
    await db.write("MATCH (e:Entity {id: 't:00003'}) SET e.vec_ids_1 = null, e.updatedAt = timestamp() + 1");
    expect((await followChanges(db, [ids!], since)).incomplete).toBe(true);
  });

  it('is trained again with what has got triples since', async () => {
    await services.links.addTriples([{ head: 'new', relation: 'near', tail: 't:00001' }], 'a test');
    await trainTiny(db, dataFolder, 'ids', { encoder: 'lookup' });
    await services.models.refresh();
    expect(services.models.model('ids').record.id).toBe('ids@2');
    expect((await predict({ id: 'new' })).predictions.length).toBeGreaterThan(30);
    await expect(predict({ id: 'newer' })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('whose list of entities is damaged does not serve, and keeps no other from serving', async () => {
    const file = path.join(dataFolder, 'models', 'ids@2', 'entities.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('new', 'old'));
    const models = new ModelService({ db, dataFolder, encoder: services.models.encoder });
    await models.start();
    expect(() => models.model('ids')).toThrow(
      `${file} cannot be used: its SHA-256 is not the one in model.json.`,
    );
    expect(models.model('bow').record.id).toBe('bow@1');
    await models.close();
    await writeFile(file, text);
  });
});
