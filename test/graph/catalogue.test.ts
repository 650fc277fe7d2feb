import { defaultModelId, readCatalogue } from '../../src/graph/catalogue';
import { chooseDefault, holdCurrent, makeCurrent, retireModel } from '../../src/graph/catalogueChanges';
import type { Database } from '../../src/graph/database';
import { catalogueRevision, createModel, findModel, updateModel } from '../../src/graph/models';
import { clear, testDatabase } from '../support/neo4j';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await clear(db);
  for (const name of ['a', 'b', 'a']) await publish(name);
});

/** Three trainings that ended one after the other: a@1, b@1, and a@2 in a@1's place. */
async function publish(name: string): Promise<string> {
  return db.transaction('WRITE', async (run) => {
    const { id } = await createModel(run, {
      ...{ name, encoder: 'be-bow', relationModel: 'transe', baseEncoder: 'tiny', parameters: {} },
    });
    await updateModel(run, id, { state: 'writing', dimension: 8, sha256: 'abc', metrics: {} });
    await makeCurrent(run, id);
    return id;
  });
}

const choose = (model: string) => db.transaction('WRITE', (run) => chooseDefault(run, model));
const retire = (model: string) => db.transaction('WRITE', (run) => retireModel(run, model));
const revision = () => db.transaction('READ', catalogueRevision);

describe('the model that answers when none is named', () => {
  it('is the one that became current last, until another is chosen', async () => {
    expect(await defaultModelId(db)).toBe('a@2');
    const before = await revision();
    expect(await choose('b')).toMatchObject({ id: 'b@1', state: 'current' });
    expect(await revision()).toBe(before + 1);
    expect(await defaultModelId(db)).toBe('b@1');
    expect((await readCatalogue(db)).chosen).toBe('b');
    await choose('a@2');
    expect(await defaultModelId(db)).toBe('a@2');
  });

  it('stays the chosen one after other trainings, and through its own versions', async () => {
    await choose('b');
    await publish('c');
    expect(await defaultModelId(db)).toBe('b@1');
    await publish('b');
    expect(await defaultModelId(db)).toBe('b@2');
  });

  it('is the one that became current last again when the chosen one retires', async () => {
    await choose('b');
    await retire('b');
    expect(await defaultModelId(db)).toBe('a@2');
    expect((await readCatalogue(db)).chosen).toBeUndefined();
    await retire('a');
    expect(await defaultModelId(db)).toBeUndefined();
    await publish('b');
    expect(await defaultModelId(db)).toBe('b@2');
  });

  it('stays the chosen one when another retires', async () => {
    await choose('b');
    await retire('a');
    expect((await readCatalogue(db)).chosen).toBe('b');
  });
});

describe('retiring a model', () => {
  it('moves the catalogue', async () => {
    const before = await revision();
    expect(await retire('a')).toMatchObject({ id: 'a@2', state: 'retired', vectorProperty: 'vec_a_2' });
    expect(await revision()).toBe(before + 1);
    expect(await findModel(db, 'a@2')).toMatchObject({ state: 'retired' });
  });

  it('waits for whoever holds it current, who is told afterwards that it is not', async () => {
    const order: string[] = [];
    let retiring: Promise<unknown> | undefined;
    await db.transaction('WRITE', async (run) => {
      expect(await holdCurrent(run, 'a@2')).toBe(true);
      retiring = retire('a').then(() => order.push('retired'));
      await new Promise((resolve) => setTimeout(resolve, 300));
      order.push('written');
    });
    await retiring;
    expect(order).toEqual(['written', 'retired']);
    expect(await db.transaction('WRITE', (run) => holdCurrent(run, 'a@2'))).toBe(false);
  });

  it('many times at once succeeds once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => retire('a')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused while the job that trained it goes on', async () => {
    await db.write("CREATE (:Job {id: 'j', kind: 'train', modelId: 'a@2', state: 'running'})");
    await expect(retire('a')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The job j that trained a@2 has not ended yet. Wait for its end, then retire the model.',
    });
    await db.write("MATCH (j:Job {id: 'j'}) SET j.state = 'succeeded'");
    expect(await retire('a')).toMatchObject({ id: 'a@2' });
  });
});

describe.each([
  ['choosing', choose],
  ['retiring', retire],
])('%s', (_what, change) => {
  it.each([
    ['zzz', 'NOT_FOUND', 'There is no model "zzz". Current: a@2, b@1.'],
    ['a@1', 'CONFLICT', 'The model "a@1" is not current: a@1 is retired. Current: a@2, b@1.'],
  ])('%s is refused', async (model, code, message) => {
    const before = await revision();
    await expect(change(model)).rejects.toMatchObject({ code, message });
    expect(await revision()).toBe(before);
  });
});
