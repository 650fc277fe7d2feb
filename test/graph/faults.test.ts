import { Database } from '../../src/graph/database';
import { testConnection } from '../support/neo4j';

describe('a database that is not there', () => {
  it.each(['nope', 'bad name!'])('is named, with the setting it comes from: %j', async (database) => {
    await expect(Database.open({ ...(await testConnection()), database })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/no database of the name in NEO4J_DATABASE/) as string,
    });
  });
});
