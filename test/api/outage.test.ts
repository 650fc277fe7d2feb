import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../src/graph/database';
import { Line } from '../support/line';
import { testConnection, testDatabase } from '../support/neo4j';
import { startTestApi, type TestApi } from './support';

let line: Line;
let db: Database;
let api: TestApi;

beforeAll(async () => {
  await testDatabase();
  const connection = await testConnection();
  line = new Line(new URL(connection.uri));
  db = await Database.open({ ...connection, uri: await line.open() });
  api = await startTestApi({}, db);
});
afterAll(async () => {
  await api.close();
  await db.close();
  await line.cut();
});

const ready = () => fetch(`${api.url}/ready`);

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await work;
  return { result, ms: performance.now() - start };
}

describe('while Neo4j is down', () => {
  it('requests get a coded error within 2 s, and answers again when it is back', async () => {
    expect((await api.ask('{ relations { id } }')).status).toBe(200);

    await line.cut();
    for (const query of [
      '{ relations { id } }',
      '{ entity(id: "x") { id } }',
      '{ entities { edges { node { id } } } }',
    ]) {
      const { result, ms } = await timed(api.ask(query));
      expect(result).toMatchObject({
        status: 503,
        errors: [
          {
            message:
              'The graph database does not answer. The request was not carried out; try again when Neo4j is running.',
            extensions: { code: 'STORE_UNAVAILABLE' },
          },
        ],
      });
      expect(ms).toBeLessThan(2_000);
    }
    expect(
      (await timed(api.tell('mutation { createEntity(input: {name: "n", description: "d"}) { id } }')))
        .result,
    ).toMatchObject({
      status: 503,
      data: null,
      errors: [{ extensions: { code: 'STORE_UNAVAILABLE' } }],
    });
    const { result: notReady, ms } = await timed(ready());
    expect(notReady.status).toBe(503);
    expect(ms).toBeLessThan(2_500);
    expect(await notReady.json()).toMatchObject({
      status: 'not ready',
      store: expect.stringMatching(/does not answer/),
    });
    expect((await fetch(`${api.url}/health`)).status).toBe(200);

    await line.open();
    expect(await api.ask('{ relations { id } }')).toMatchObject({ status: 200, errors: [] });
    expect((await ready()).status).toBe(200);
  });
});

describe('while Neo4j hangs', () => {
  const remove = () => api.tell('mutation { deleteEntity(id: "nobody") { id } }');

  it('requests get a coded error within 2 s, and answers again when it goes on', async () => {
    line.hush(true);
    const [read, write, readiness] = await Promise.all([
      timed(api.ask('{ relations { id } }')),
      timed(remove()),
      timed(ready()),
    ]);
    line.hush(false);
    for (const { result, ms } of [read, write]) {
      expect(ms).toBeLessThan(2_000);
      expect(result).toMatchObject({ status: 503, errors: [{ extensions: { code: 'STORE_UNAVAILABLE' } }] });
    }
    expect(read.result.errors[0]!.message).toBe(
      'The graph database has stopped answering. Try again when Neo4j is running.',
    );
    expect(write.result.errors[0]!.message).toMatch(/not known: look before/);
    expect(readiness.result.status).toBe(503);
    expect(readiness.ms).toBeLessThan(2_500);
    expect(await readiness.result.json()).toMatchObject({
      store: expect.stringMatching(/stopped answering/),
    });

    expect(await api.ask('{ relations { id } }')).toMatchObject({ status: 200, errors: [] });
    expect(await remove()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });

  it('a statement that merely takes long is waited for', async () => {
    await db.write('MERGE (n:Setting {name: "lock"}) SET n.value = 0');
    let holder: Promise<void> | undefined;
    await new Promise<void>((locked) => {
      holder = db.transaction('WRITE', async (run) => {
        await run('MATCH (n:Setting {name: "lock"}) SET n.value = 1');
        locked();
        await sleep(3_000);
      });
    });
    const { ms } = await timed(db.write('MATCH (n:Setting {name: "lock"}) SET n.value = 2'));
    await holder;
    expect(ms).toBeGreaterThan(2_000);
  });
});
