import { makeCurrent } from '../../src/graph/catalogueChanges';
import type { Database } from '../../src/graph/database';
import {
  catalogueRevision,
  createModel,
  currentModels,
  failModel,
  findModel,
  listModels,
  updateModel,
} from '../../src/graph/models';
import { clear, testDatabase } from '../support/neo4j';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

const given = { encoder: 'be-bow', relationModel: 'transe', baseEncoder: 'tiny', parameters: { margin: 1 } };
const create = (name = 'be-bow') => db.transaction('WRITE', (run) => createModel(run, { name, ...given }));
const revision = () => db.transaction('READ', catalogueRevision);
const finish = (id: string) =>
  db.transaction('WRITE', (run) =>
    updateModel(run, id, { state: 'writing', dimension: 8, sha256: 'abc', metrics: { mrr: 0.5 } }),
  );
const switchTo = (id: string) => db.transaction('WRITE', (run) => makeCurrent(run, id));
const states = async () => Object.fromEntries((await listModels(db)).map(({ id, state }) => [id, state]));

describe('models', () => {
  it('are versions of a name, each with a property of its own', async () => {
    const first = await create();
    expect(first).toMatchObject({
      ...{ ...given, id: 'be-bow@1', name: 'be-bow', version: 1, state: 'training' },
      ...{ vectorProperty: 'vec_be_bow_1', dimension: null, sha256: null, metrics: {}, currentAt: null },
    });
    expect(await create()).toMatchObject({ id: 'be-bow@2', vectorProperty: 'vec_be_bow_2' });
    expect(await create('blp')).toMatchObject({ id: 'blp@1', vectorProperty: 'vec_blp_1' });
    expect(await findModel(db, 'be-bow@1')).toEqual(first);
    expect(await findModel(db, 'be-bow@9')).toBeUndefined();
  });

  it('that are begun at the same time get different versions', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(made.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('become current one version of a name at a time, which moves the catalogue', async () => {
    await create();
    await create();
    await create('blp');
    for (const id of ['be-bow@1', 'be-bow@2', 'blp@1']) await finish(id);
    expect(await currentModels(db)).toEqual({ revision: 0, models: [] });
    expect(await switchTo('be-bow@1')).toEqual([]);
    expect(await revision()).toBe(1);
    await switchTo('blp@1');
    expect((await switchTo('be-bow@2')).map(({ id }) => id)).toEqual(['be-bow@1']);
    expect(await states()).toEqual({ 'be-bow@1': 'retired', 'be-bow@2': 'current', 'blp@1': 'current' });
    const now = await currentModels(db);
    expect(now.revision).toBe(3);
    expect(now.models).toMatchObject([
      { id: 'be-bow@2', dimension: 8, sha256: 'abc', metrics: { mrr: 0.5 } },
      { id: 'blp@1' },
    ]);
    for (const { currentAt } of now.models) expect(new Date(currentAt!).getTime()).toBeGreaterThan(0);
  });

  it('that are current already are not switched to again, and one still in training is not at all', async () => {
    await create();
    await switchTo('be-bow@1');
    expect(await states()).toEqual({ 'be-bow@1': 'training' });
    await finish('be-bow@1');
    await switchTo('be-bow@1');
    await switchTo('be-bow@1');
    expect(await revision()).toBe(1);
  });

  it('fail before they are current only', async () => {
    await create();
    await create();
    await finish('be-bow@1');
    await switchTo('be-bow@1');
    for (const id of ['be-bow@1', 'be-bow@2']) await db.transaction('WRITE', (run) => failModel(run, id));
    expect(await states()).toEqual({ 'be-bow@1': 'current', 'be-bow@2': 'failed' });
  });

  it('that are unknown cannot be changed', async () => {
    await expect(finish('be-bow@1')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no model with id "be-bow@1". Check the spelling.',
    });
  });
});
