import { parse } from 'graphql';
import { createSchema } from '../../src/api/schema';
import { type Answer, startTestApi, type TestApi, token } from './support';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** A well-formed call of each mutation, with arguments that would be refused later were it carried out. */
const mutations: Record<string, string> = {
  createEntity: 'createEntity(input: {name: "", description: ""}) { id }',
  createEntities: 'createEntities(inputs: [{name: "", description: ""}]) { id }',
  updateEntity: 'updateEntity(id: "nobody", changes: {name: "x"}) { id }',
  deleteEntity: 'deleteEntity(id: "nobody") { id }',
  createRelation: 'createRelation(input: {id: "", name: ""}) { id }',
  updateRelation: 'updateRelation(id: "nothing", changes: {name: "x"}) { id }',
  deleteRelation: 'deleteRelation(id: "nothing") { id }',
  addTriples: 'addTriples(triples: [{head: "nobody", relation: "r", tail: "nobody"}]) { added }',
  removeTriples: 'removeTriples(triples: [{head: "nobody", relation: "r", tail: "nobody"}]) { removed }',
  trainModel: 'trainModel(input: {encoder: "none"}) { id }',
  evaluateModel: 'evaluateModel(input: {model: "nobody"}) { id }',
  setDefaultModel: 'setDefaultModel(model: "nobody") { id }',
  retireModel: 'retireModel(model: "nobody") { id }',
  learnTypes: 'learnTypes(model: "nobody") { learnedFrom }',
  cancelJob: 'cancelJob(id: "nobody") { id }',
};

const ask = (query: string, authorization?: string): Promise<Answer> =>
  api.send('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
    body: JSON.stringify({ query }),
  });

describe('a mutation', () => {
  it('is listed here, whichever it is', async () => {
    const schema = await createSchema();
    expect(Object.keys(schema.getMutationType()!.getFields()).sort()).toEqual(Object.keys(mutations).sort());
  });

  it.each(Object.entries(mutations))('%s needs a token', async (name, call) => {
    expect(await ask(`mutation { ${call} }`)).toMatchObject({
      status: 401,
      data: null,
      errors: [
        {
          message: expect.stringMatching(
            new RegExp(
              `^"${name}" needs the role (curator|admin), and no token came\\. Send the header "Authorization: Bearer <token>"\\.$`,
            ),
          ),
          path: [name],
          extensions: { code: 'UNAUTHENTICATED', details: { field: name } },
        },
      ],
    });
  });

  it.each(Object.entries(mutations))(
    '%s passes with the token, to be judged on its arguments',
    async (_name, call) => {
      const { status, errors } = await ask(`mutation { ${call} }`, `Bearer ${token}`);
      expect(status).toBe(200);
      for (const { extensions } of errors) expect(['BAD_INPUT', 'NOT_FOUND']).toContain(extensions.code);
    },
  );

  it.each([
    ['an alias', 'mutation { a: deleteEntity(id: "x") { id } }'],
    ['a fragment', 'mutation { ...f } fragment f on Mutation { deleteEntity(id: "x") { id } }'],
    ['an inline fragment', 'mutation { ... on Mutation { deleteEntity(id: "x") { id } } }'],
    ['a directive', 'mutation { deleteEntity(id: "x") @include(if: true) { id } }'],
    ['a harmless field before it', 'mutation { __typename deleteEntity(id: "x") { id } }'],
  ])('cannot get round the check by %s', async (_what, query) => {
    expect(await ask(query)).toMatchObject({
      status: 401,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('cannot get round the check as a second operation', async () => {
    const query = 'query a { __typename } mutation b { deleteEntity(id: "x") { id } }';
    const body = JSON.stringify({ query, operationName: 'b' });
    const answer = await api.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    expect(parse(query).definitions).toHaveLength(2);
  });
});

describe('a token', () => {
  it.each([
    [
      'that is wrong',
      `Bearer ${token}x`,
      /^The bearer token is not the one of this server\. It is KINDRED_TOKEN/,
    ],
    [
      'that is a part of it',
      `Bearer ${token.slice(0, -1)}`,
      /^The bearer token is not the one of this server/,
    ],
    ['without "Bearer"', token, /^The authorization is not of the form "Bearer <token>"/],
    ['that is empty', 'Bearer ', /^The authorization is not of the form/],
    ['of another scheme', 'Basic dXNlcjpwYXNz', /^The authorization is not of the form/],
  ])('%s is refused, for reading too', async (_what, authorization, message) => {
    const answer = await ask('{ __typename }', authorization);
    expect(answer).toMatchObject({
      status: 401,
      data: undefined,
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(answer.errors[0]!.message).toMatch(message);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  it('may write "bearer" in any case', async () => {
    expect((await ask('{ __typename }', `bearer ${token}`)).status).toBe(200);
  });

  it('is not needed for reading', async () => {
    expect(await ask('{ relations { id } }')).toMatchObject({ status: 200, errors: [] });
  });
});
