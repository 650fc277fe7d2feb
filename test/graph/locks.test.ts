import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/graph/database';
import { lockEntities, lockRelations } from '../../src/graph/locks';
import { createEntities } from '../../src/graph/entityWrites';
import { createRelation } from '../../src/graph/relations';
import { clear, testDatabase } from '../support/neo4j';
import { entity } from './samples';

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

describe('a lock', () => {
  it.each([
    ['entity', lockEntities],
    ['relation', lockRelations],
  ])('keeps a second writer of an %s waiting until the first has ended', async (_, lock) => {
    await db.transaction('WRITE', async (run) => {
      await createEntities(run, [entity('a')], 'a test');
      await createRelation(run, { id: 'a', name: 'a', description: '' });
    });
    const order: string[] = [];
    let first: Promise<void> | undefined;
    await new Promise<void>((locked) => {
      first = db.transaction('WRITE', async (run) => {
        expect(await lock(run, ['a', 'nobody'])).toEqual(new Set(['a']));
        locked();
        await sleep(500);
        order.push('first');
      });
    });
    await db.transaction('WRITE', async (run) => {
      await lock(run, ['a']);
      order.push('second');
    });
    await first;
    expect(order).toEqual(['first', 'second']);
  });

  it('has the name it needs from the migrations on: without it Neo4j takes no lock', async () => {
    const names = await db.read<{ propertyKey: string }>('CALL db.propertyKeys()');
    expect(names.map(({ propertyKey }) => propertyKey)).toContain('lockedAt');
  });

  it('stores nothing', async () => {
    await db.transaction('WRITE', (run) => createEntities(run, [entity('a')], 'a test'));
    await db.transaction('WRITE', (run) => lockEntities(run, ['a']));
    const rows = await db.read<{ stored: boolean }>(
      'MATCH (e:Entity {id: "a"}) RETURN e.lockedAt IS NOT NULL AS stored',
    );
    expect(rows).toEqual([{ stored: false }]);
  });
});
