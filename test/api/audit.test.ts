import { auditServer } from 'graphql-http';
import { startTestApi, type TestApi } from './support';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('the audit of graphql-http (GraphQL over HTTP)', () => {
  it('finds no error', async () => {
    const results = await auditServer({ url: `${api.url}/graphql` });
    const failed = results.filter(({ status }) => status === 'error');
    expect(failed.map(({ id, name }) => `${id} ${name}`)).toEqual([]);
    expect(results.filter(({ status }) => status === 'ok').length).toBeGreaterThanOrEqual(50);
  }, 60_000);
});
