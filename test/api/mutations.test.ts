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

describe('triples that are added', () => {
  it('are a curator’s, or predicted and accepted, and never imported', async () => {
    await api.tell(`mutation {
      a: ${create('source:a')} b: ${create('source:b')}
      createRelation(input: {id: "source-near", name: "near"}) { id }
      removeTriples(triples: []) { removed }
    }`);
    const add = (head: string, tail: string, source: string) =>
      api.tell(
        `mutation { addTriples(triples: [{head: "${head}", relation: "source-near", tail: "${tail}"}]${source}) { added } }`,
      );
    expect((await add('source:a', 'source:b', ', source: PREDICTED')).data).toEqual({
      addTriples: { added: 1 },
    });
    expect((await add('source:b', 'source:a', '')).data).toEqual({ addTriples: { added: 1 } });
    expect(await add('source:a', 'source:a', ', source: IMPORTED')).toMatchObject({
      errors: [{ message: expect.stringMatching(/^source: expected CURATED or PREDICTED/) as string }],
    });
    const { data } = await api.ask(
      '{ entity(id: "source:a") { outgoing { edges { source } } incoming { edges { source } } } }',
    );
    expect(data).toEqual({
      entity: {
        outgoing: { edges: [{ source: 'PREDICTED' }] },
        incoming: { edges: [{ source: 'CURATED' }] },
      },
    });
  });
});
