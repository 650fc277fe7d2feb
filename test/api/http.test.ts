import { request } from 'node:http';
import { startTestApi, type TestApi, token } from './support';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ KINDRED_MAX_BODY_KB: '64' });
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = json) =>
  api.send('/graphql', { method: 'POST', headers, body });
const operation = '{"query": "{ __typename }"}';

describe('a request over HTTP', () => {
  it('is answered', async () => {
    expect(await post(operation)).toMatchObject({ status: 200, data: { __typename: 'Query' } });
  });

  it.each([
    ['that is not JSON', '{"query": ', 400, 'BAD_INPUT', /^The body is not JSON: /],
    ['that is empty', '', 400, 'BAD_INPUT', 'The body holds no operation; send {"query": "…"} as JSON.'],
    [
      'that is an empty object',
      '{}',
      400,
      'BAD_INPUT',
      'The body holds no operation; send {"query": "…"} as JSON.',
    ],
    ['that is a number', '7', 400, 'BAD_INPUT', /^The body is not JSON: /],
    ['without a query', '{"variables": {}}', 400, 'BAD_REQUEST', /must contain a non-empty `query`/],
    ['with a query that is no text', '{"query": 7}', 400, 'BAD_REQUEST', 'GraphQL queries must be strings.'],
    ['with a batch', `[${operation}, ${operation}]`, 400, 'BAD_REQUEST', 'Operation batching disabled.'],
    ['with broken GraphQL', '{"query": "{ entity( }"}', 400, 'GRAPHQL_PARSE_FAILED', /^Syntax Error/],
    [
      'for an unknown field',
      '{"query": "{ nothing }"}',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /Cannot query field "nothing"/,
    ],
    [
      'for an operation it has not',
      '{"query": "query a { __typename }", "operationName": "b"}',
      400,
      'OPERATION_RESOLUTION_FAILURE',
      /Unknown operation named "b"/,
    ],
    [
      'with a persisted query only',
      '{"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "x"}}}',
      200,
      'PERSISTED_QUERY_NOT_SUPPORTED',
      /PersistedQueryNotSupported/,
    ],
  ])('%s is refused', async (_what, body, status, code, message) => {
    const answer = await post(body);
    expect(answer).toMatchObject({ status, errors: [{ extensions: { code } }] });
    expect(answer.errors[0]!.message).toMatch(message);
  });

  it('of more than KINDRED_MAX_BODY_KB is refused', async () => {
    expect(
      await post(JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(2_000_000) } })),
    ).toMatchObject({
      status: 413,
      errors: [
        {
          message: 'The body is larger than 64 KiB. Send less at once.',
          extensions: { code: 'LIMIT_EXCEEDED', details: { limit: 65536 } },
        },
      ],
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('of type %s is refused: a foreign page could send it', async (type) => {
    const answer = await post(operation, { 'content-type': type });
    expect(answer).toMatchObject({ status: 415, errors: [{ extensions: { code: 'BAD_INPUT' } }] });
    expect(answer.errors[0]!.message).toBe(`The body came as "${type}"; send it as "application/json".`);
  });

  it('with GET is refused where a foreign page could send it, and answers a query otherwise', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ __typename }')}`;
    expect(await api.send(path)).toMatchObject({
      status: 400,
      errors: [{ message: expect.stringContaining('CSRF') }],
    });
    expect(await api.send(path, { headers: json })).toMatchObject({
      status: 200,
      data: { __typename: 'Query' },
    });
  });

  it('with GET changes nothing', async () => {
    const mutation = encodeURIComponent('mutation { deleteEntity(id: "x") { id } }');
    const headers = { ...json, authorization: `Bearer ${token}` };
    expect(await api.send(`/graphql?query=${mutation}`, { headers })).toMatchObject({
      status: 405,
      errors: [{ message: 'GET requests only support query operations, not mutation operations' }],
    });
  });

  it.each(['*/*', 'application/json', 'text/event-stream', 'multipart/mixed;subscriptionSpec="1.0"'])(
    'with a subscription is sent to the WebSocket, also where it accepts %s',
    async (accept) => {
      const body = JSON.stringify({ query: 'subscription { jobProgress(id: "nobody") { state } }' });
      expect(await post(body, { ...json, accept })).toMatchObject({
        status: 400,
        data: undefined,
        errors: [
          {
            message: 'Subscriptions go over WebSocket (graphql-ws) at the same path.',
            extensions: { code: 'BAD_INPUT' },
          },
        ],
      });
    },
  );

  it('to a path that is not there says where GraphQL is', async () => {
    expect(await api.send('/nowhere')).toMatchObject({
      status: 404,
      errors: [
        {
          message: 'There is nothing at /nowhere. GraphQL is at /graphql.',
          extensions: { code: 'NOT_FOUND' },
        },
      ],
    });
  });
});

describe('a request from a web page', () => {
  it('of another origin is refused, even with the right content type', async () => {
    expect(await post(operation, { ...json, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      errors: [
        {
          message:
            'A web page of "https://evil.example" may not use this server. ' +
            "Serve it from the server's own address, or add its origin to KINDRED_ORIGINS.",
          extensions: { code: 'FORBIDDEN' },
        },
      ],
    });
  });

  it.each(['null', 'http://127.0.0.1:1'])('of origin %s is refused', async (origin) => {
    expect((await post(operation, { ...json, origin })).status).toBe(403);
  });

  it('of its own origin is answered', async () => {
    expect((await post(operation, { ...json, origin: api.url })).status).toBe(200);
  });

  it('whose name was made to mean 127.0.0.1 (DNS rebinding) is refused', async () => {
    expect(await rawStatus('evil.example')).toBe(403);
    expect(await rawStatus('localhost:1234')).toBe(200);
  });
});

describe('a port that is taken', () => {
  it('is named, with what to do', async () => {
    await expect(startTestApi({ KINDRED_PORT: String(api.port) })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Port ${api.port} of 127.0.0.1 is taken by another program. Stop it, or set KINDRED_PORT (0 takes a free one).`,
    });
  });
});

describe('beside GraphQL', () => {
  it('/health tells that the process lives', async () => {
    expect(await (await fetch(`${api.url}/health`)).json()).toMatchObject({
      status: 'ok',
      version: '0.1.0',
      node: process.version,
    });
  });

  it('/ready tells that requests can be answered', async () => {
    expect(await (await fetch(`${api.url}/ready`)).json()).toEqual({
      status: 'ready',
      store: 'ok',
      models: [],
      notLoaded: [],
    });
  });

  it('/ says what this is, without scripts or anything from elsewhere', async () => {
    const page = await (await fetch(api.url)).text();
    expect(page).toContain(`${api.url}/graphql`);
    expect(page).not.toMatch(/<script|src=|https?:\/\/(?!127\.0\.0\.1)/);
  });

  it('is shown to a browser that opens /graphql too', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const [page, own] = [`${api.url}/graphql`, api.url].map((url) => fetch(url, { headers: { accept } }));
    expect(await (await page!).text()).toBe(await (await own!).text());
  });

  it('/schema.graphql is the schema', async () => {
    expect(await (await fetch(`${api.url}/schema.graphql`)).text()).toContain('type Entity {');
  });
});

/** `fetch` writes its own Host header. */
function rawStatus(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${api.url}/health`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}
