import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../src/graph/database';
import type { Services } from '../../src/services';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { countVectors, tinyGraph } from '../support/tinyGraph';
import { until } from '../support/workers';

let db: Database;
let dataFolder: string;
/** Two processes' worth of services on one store. */
let here: Services;
let there: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  dataFolder = await temporaryFolder();
  await tinyGraph(db, 30);
  await trainTiny(db, dataFolder, 'good');
  await trainTiny(db, dataFolder, 'throwaway');
  here = await serve(db, dataFolder);
  there = await serve(db, dataFolder);
});

const answering = async ({ prediction }: Services) => {
  const request = { known: { id: 't:00004' }, side: 'head', relation: 'near', first: 1 } as const;
  return (await prediction.predictLinks(request)).model.id;
};
const bothAnswerWith = async (id: string) => {
  expect(await answering(here)).toBe(id);
  await until(`the other process answers with ${id}`, async () => (await answering(there)) === id, 10);
  expect(await here.modelChoice.defaultId()).toBe(id);
};
const indexes = async () =>
  (await db.read<{ name: string }>('SHOW VECTOR INDEXES YIELD name')).map(({ name }) => name);

it('a chosen model answers in every process, also in its next version, and in one that starts', async () => {
  await bothAnswerWith('throwaway@1');
  expect(await here.modelChoice.setDefault('good')).toMatchObject({ id: 'good@1' });
  await bothAnswerWith('good@1');
  await trainTiny(db, dataFolder, 'throwaway');
  await here.models.refresh();
  await bothAnswerWith('good@1');
  await trainTiny(db, dataFolder, 'good');
  await here.models.refresh();
  await bothAnswerWith('good@2');
  const third = await serve(db, dataFolder);
  expect(await answering(third)).toBe('good@2');
});

it('a model that retires while entities are written leaves no vector, index or file', async () => {
  const created: string[] = [];
  const retiring = { isDone: false };
  const creating = [here, there].map(async ({ curation }, process) => {
    for (let i = 0; !retiring.isDone || i < 3; i++) {
      const id = `c:${process}:${i}`;
      await curation.createEntities([{ id, name: `young air ${i}`, description: '' }], 'a test');
      created.push(id);
    }
  });
  await until('some are written', async () => created.length > 2, 20);
  const record = await there.modelChoice.retire('good');
  expect(record).toMatchObject({ id: 'good@2', state: 'retired' });
  retiring.isDone = true;
  await Promise.all(creating);
  expect(await countVectors(db, record.vectorProperty, record.dimension!)).toBe(0);
  expect(await indexes()).not.toContain(record.vectorProperty);
  expect(existsSync(path.join(dataFolder, 'models', 'good@2'))).toBe(false);
  expect(await db.read('MATCH (e:Entity) WHERE e.vec_throwaway_2 IS NULL RETURN e.id AS id')).toEqual([]);
});

it('after that the one that became current last answers, in every process', async () => {
  await here.models.refresh();
  await bothAnswerWith('throwaway@2');
  for (const { models } of [here, there])
    expect(() => models.model('good')).toThrow('There is no current model "good". Current: throwaway@2.');
});

it('a process that fills in missing vectors writes none of a model that has retired', async () => {
  await db.write('MATCH (e:Entity) SET e.vec_throwaway_2 = null, e.updatedAt = timestamp()');
  await Promise.all([here.models.refresh(), here.modelChoice.retire('throwaway')]);
  await expect(answering(here)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  await until('the other process has let go of it', async () => there.models.all().length === 0, 10);
  await Promise.all([here, there].map(({ models }) => models.close()));
  expect(await db.read('MATCH (e:Entity) WHERE e.vec_throwaway_2 IS NOT NULL RETURN e.id AS id')).toEqual([]);
});
