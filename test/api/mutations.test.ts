import { createSchema } from '../../src/api/schema';
import { startTestApi, type TestApi } from './support';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const create = (id: string) => `createEntity(input: {id: "${id}", name: "x", description: ""}) { id }`;

describe('a request of several mutations whose second fails', () => {
  it('keeps the first, begins no third and names the second, as the schema says', async () => {
    const answer = await api.tell(`mutation {
      a: ${create('several:a')} b: deleteEntity(id: "nobody") { id } c: ${create('several:c')}
    }`);
    expect(answer).toMatchObject({
      data: null,
      errors: [{ path: ['b'], extensions: { code: 'NOT_FOUND' } }],
    });
    const { data } = await api.ask(
      '{ entities(filter: {ids: ["several:a", "several:c"]}) { edges { node { id } } } }',
    );
    expect(data).toEqual({ entities: { edges: [{ node: { id: 'several:a' } }] } });
    const { description } = (await createSchema()).getMutationType()!;
    expect(description).toMatch(
      /those before it stay done, those after it are not begun, and `data` is null/,
    );
  });
});
