import type { Database } from '../../src/graph/database';
import { deleteEntity, updateEntity } from '../../src/graph/entityWrites';
import { importTriples } from '../../src/graph/bulk';
import { readSearchTexts, searchChangesSince, streamSearchTexts } from '../../src/graph/searchTexts';
import { removeTriples } from '../../src/graph/tripleWrites';
import { clear, testDatabase } from '../support/neo4j';
import { add, create, entity, relate, triple } from './samples';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await clear(db);
  await relate(db, 'r', 's');
  await create(db, [
    entity('a', { name: 'A', aliases: ['AA'], description: 'first', types: ['letter'] }),
    entity('b', { name: 'B' }),
    entity('c', { name: 'C' }),
  ]);
});

const changedSince = async (since: number) => {
  const { changed, deleted } = await searchChangesSince(db, since);
  return [changed, deleted].map((rows) => rows.map(({ id }) => id).sort());
};
/** Changes of the same millisecond are seen by looking back. */
const now = async () => {
  const { now } = await searchChangesSince(db, 0);
  await new Promise((resolve) => setTimeout(resolve, 3));
  return now + 1;
};

describe('what a search looks for', () => {
  it('is an entity’s texts, with names of what triples link it to', async () => {
    await add(db, [triple('a', 'r', 'b'), triple('c', 's', 'a'), triple('a', 's', 'c')]);
    const [texts] = await readSearchTexts(db, ['a', 'a', 'unknown']);
    expect(texts).toEqual({
      ...{ id: 'a', name: 'A', aliases: ['AA'], description: 'first', types: ['letter'], triples: 3 },
      related: ['B', 'C'],
      relations: expect.arrayContaining(['r', 's']) as string[],
      version: expect.any(Number) as number,
    });
    const all = new Map<string, unknown>();
    for await (const own of streamSearchTexts(db)) all.set(own.id, own);
    expect([...all.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(all.get('a')).toEqual(texts);
  });

  it('changes with the entity, with its triples, and with the names of others', async () => {
    let since = await now();
    expect(await changedSince(since)).toEqual([[], []]);
    await add(db, [triple('a', 'r', 'b')]);
    expect(await changedSince(since)).toEqual([['a', 'b'], []]);
    since = await now();
    await add(db, [triple('a', 'r', 'b')]); // it is there already
    expect(await changedSince(since)).toEqual([[], []]);
    await importTriples(db, [triple('b', 's', 'c')], { by: 'x', at: Date.now() });
    expect(await changedSince(since)).toEqual([['b', 'c'], []]);
    since = await now();
    await db.transaction('WRITE', (run) => updateEntity(run, 'a', { description: 'other' }, 'x'));
    expect(await changedSince(since)).toEqual([['a'], []]);
    since = await now();
    await db.transaction('WRITE', (run) => updateEntity(run, 'a', { name: 'other' }, 'x'));
    expect(await changedSince(since)).toEqual([['a', 'b'], []]);
    since = await now();
    await db.transaction('WRITE', (run) => removeTriples(run, [triple('a', 'r', 'b')]));
    expect(await changedSince(since)).toEqual([['a', 'b'], []]);
    since = await now();
    await db.transaction('WRITE', (run) => deleteEntity(run, 'c'));
    expect(await changedSince(since)).toEqual([['b'], ['c']]);
    const [b] = await readSearchTexts(db, ['b']);
    expect(b).toMatchObject({ related: [], relations: [], triples: 0 });
  });
});
