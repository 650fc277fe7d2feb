import { Database } from '../../src/graph/database';
import { Line } from '../support/line';
import { clear, testConnection, testDatabase } from '../support/neo4j';

describe('a database that is not there', () => {
  it.each(['nope', 'bad name!'])('is named, with the setting it comes from: %j', async (database) => {
    await expect(Database.open({ ...(await testConnection()), database })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/no database of the name in NEO4J_DATABASE/) as string,
    });
  });
});

describe('a server that goes away while a change is committed', () => {
  it('leaves open whether it was made, and it is made once at most', async () => {
    const direct = await testDatabase();
    await clear(direct);
    const connection = await testConnection();
    const line = new Line(new URL(connection.uri));
    const db = await Database.open({ ...connection, uri: await line.open() });
    let tries = 0;
    const change = db.transaction('WRITE', async (run) => {
      tries++;
      await run('CREATE (:Entity {id: $id})', { id: `made ${tries}` });
      await line.cut();
    });
    await expect(change).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/Whether the change was made is not known: look before/) as string,
    });
    expect(tries).toBe(1);
    // What fails before the commit was not carried out.
    await expect(db.write('CREATE (:Entity {id: "x"})')).rejects.toThrow(/The request was not carried out/);
    expect(await direct.read('MATCH (e:Entity) RETURN e.id AS id')).toEqual([]);
    await db.close();
    await direct.close();
  });
});
