import fc from 'fast-check';
import { changesSince, storeClock } from '../../src/graph/changes';
import type { Database } from '../../src/graph/database';
import { deleteEntity, updateEntity } from '../../src/graph/entityWrites';
import { clear, testDatabase } from '../support/neo4j';
import { create, entity } from './samples';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

const update = (id: string) =>
  db.transaction('WRITE', (run) => updateEntity(run, id, { types: [String(Math.random())] }, 'a test'));
const remove = (id: string) => db.transaction('WRITE', (run) => deleteEntity(run, id));
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

describe('changes', () => {
  it('are what was written and deleted after a moment of the store', async () => {
    await create(db, [entity('a'), entity('b'), entity('c')]);
    const { now } = await changesSince(db, 0);
    expect(ids((await changesSince(db, 0)).written)).toEqual(['a', 'b', 'c']);
    await update('a');
    await remove('b');
    const { written, deleted, ...rest } = await changesSince(db, now);
    expect([ids(written), ids(deleted)]).toEqual([['a'], ['b']]);
    expect(rest.now).toBeGreaterThanOrEqual(now);
    expect(rest.catalogueRevision).toBe(0);
    const { written: later, deleted: gone } = await changesSince(db, (await storeClock(db)) + 1_000);
    expect([later, gone]).toEqual([[], []]);
  });

  it('of one entity have ever later times, however fast they follow; it is there or gone, never both', async () => {
    const act = fc.constantFrom('create', 'update', 'delete');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        await clear(db);
        let last = 0;
        let exists = false;
        for (const each of acts) {
          if (each === 'create' ? exists : !exists) continue;
          if (each === 'create') await create(db, [entity('x')]);
          if (each === 'update') await update('x');
          if (each === 'delete') await remove('x');
          exists = each !== 'delete';
          const { written, deleted } = await changesSince(db, 0);
          expect([written.length, deleted.length]).toEqual(exists ? [1, 0] : [0, 1]);
          const { version } = [...written, ...deleted][0]!;
          expect(version).toBeGreaterThan(last);
          last = version;
        }
      }),
      { numRuns: 15 },
    );
  });

  it('count the switches of models', async () => {
    await db.write("CREATE (:Catalogue {id: 'models', revision: 7})");
    expect((await changesSince(db, 0)).catalogueRevision).toBe(7);
  });
});
