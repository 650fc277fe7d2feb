import type { Database } from '../../src/graph/database';
import { findEntities } from '../../src/graph/entities';
import { createEntities, deleteEntity, updateEntity } from '../../src/graph/entityWrites';
import type { NewEntity } from '../../src/graph/types';
import { clear, testDatabase } from '../support/neo4j';
import { add, create, entity, relate, triple } from './samples';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

const update = (id: string, changes: Partial<Omit<NewEntity, 'id'>>) =>
  db.transaction('WRITE', (run) => updateEntity(run, id, changes, 'a curator'));
const remove = (id: string) => db.transaction('WRITE', (run) => deleteEntity(run, id));
const count = async (pattern: string) =>
  (await db.read<{ n: number }>(`MATCH ${pattern} RETURN count(*) AS n`))[0]!.n;

describe('creating entities', () => {
  it('gives them back as they are stored', async () => {
    const created = await create(db, [entity('1', { name: 'one' }), entity('2', { aliases: ['two'] })]);
    expect(created).toEqual([...(await findEntities(db, ['1', '2'])).values()]);
    expect(created.map(({ revision }) => revision)).toEqual([1, 1]);
  });

  it.each([
    ['taken', ['2', '1']],
    ['given twice', ['2', '3', '3']],
  ])('refuses an id that is %s, and writes none of the batch', async (_, ids) => {
    await create(db, [entity('1')]);
    const taken = ids.at(-1)!;
    await expect(
      create(
        db,
        ids.map((id) => entity(id)),
      ),
    ).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      message: `There already is an entity with id "${taken}". Choose another id, or update it.`,
      details: { id: taken },
    });
    expect(await count('(:Entity)')).toBe(1);
  });

  it('lets one of many writers of an id win; the others are told', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => create(db, [entity("it's `one`", { name: `name ${i}` })])),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(19);
    for (const outcome of refused) {
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({
        code: 'ALREADY_EXISTS',
        details: { id: "it's `one`" },
      });
    }
    expect(await count('(:Entity)')).toBe(1);
  });
});

describe('updating an entity', () => {
  it.each<[string, Partial<NewEntity>, number]>([
    ['name', { name: 'new' }, 2],
    ['aliases', { aliases: ['x', 'y'] }, 2],
    ['description', { description: 'new' }, 2],
    ['types only', { types: ['noun'] }, 1],
    ['nothing new', { name: 'old', aliases: ['x'], description: 'text' }, 1],
    ['nothing', {}, 1],
  ])('starts a revision with its vectors’ texts: %s', async (_, changes, revision) => {
    await create(db, [entity('1', { name: 'old', aliases: ['x'], description: 'text' })]);
    const before = (await findEntities(db, ['1'])).get('1')!;
    const updated = await update('1', changes);
    expect(updated).toEqual({ ...before, ...changes, revision, updatedAt: updated.updatedAt });
    expect(updated.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
    expect((await findEntities(db, ['1'])).get('1')).toEqual(updated);
  });

  it('counts every one of many parallel changes', async () => {
    await create(db, [entity('1')]);
    await Promise.all(Array.from({ length: 20 }, (_, i) => update('1', { name: `name ${i}` })));
    expect((await findEntities(db, ['1'])).get('1')!.revision).toBe(21);
  });

  it('names an id that is unknown', async () => {
    await expect(update('nobody', { name: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no entity with id "nobody". Check the spelling.',
    });
  });
});

describe('deleting an entity', () => {
  it('takes its triples along and leaves a tombstone, until it is created again', async () => {
    await create(db, [entity('1', { name: 'one' }), entity('2')]);
    await relate(db, 'r');
    await add(db, [triple('1', 'r', '2'), triple('2', 'r', '1'), triple('2', 'r', '2')]);
    await expect(remove('1')).resolves.toMatchObject({ id: '1', name: 'one' });
    expect(await count('()-[:TRIPLE]->()')).toBe(1);
    const [tombstone] = await db.read<{ at: number }>("MATCH (t:Tombstone {id: '1'}) RETURN t.at AS at");
    expect(Math.abs(tombstone!.at - Date.now())).toBeLessThan(60_000);

    await create(db, [entity('1')]);
    expect(await count('(:Tombstone)')).toBe(0);
  });

  it('names an id that is unknown and leaves no tombstone', async () => {
    await expect(remove('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await count('(:Tombstone)')).toBe(0);
  });

  it('leaves nothing of a batch whose transaction fails', async () => {
    const failing = db.transaction('WRITE', async (run) => {
      await createEntities(run, [entity('1')], 'a test');
      await deleteEntity(run, 'nobody');
    });
    await expect(failing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await count('(:Entity)')).toBe(0);
  });
});
