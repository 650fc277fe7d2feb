import { createClient, type Client } from 'graphql-ws';
import WebSocket from 'ws';
import { startTestApi, type TestApi, token } from './support';

interface Created {
  trainModel: { id: string };
}

let api: TestApi;
let address: string;

beforeAll(async () => {
  api = await startTestApi({ KINDRED_MAX_BODY_KB: '16' });
  address = `${api.url.replace('http', 'ws')}/graphql`;
});
afterAll(() => api.close());

function connect(authorization?: string): Client {
  return createClient({
    url: address,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    ...(authorization !== undefined && { connectionParams: { authorization } }),
  });
}

/** All that comes for an operation; errors that end it are its last item. */
async function collect(
  client: Client,
  query: string,
  variables?: Record<string, unknown>,
): Promise<unknown[]> {
  const results: unknown[] = [];
  try {
    for await (const result of client.iterate({ query, variables })) results.push(result);
  } catch (error) {
    results.push(error);
  }
  await client.dispose();
  return results;
}

/** Code and reason with which the server closes a socket that sends these messages. */
function closing(
  messages: (object | string)[],
  options: WebSocket.ClientOptions = {},
): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, 'graphql-transport-ws', options);
    socket.on('open', () => {
      for (const message of messages)
        socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    });
    socket.on('close', (code, reason) => resolve([code, reason.toString()]));
    socket.on('error', reject);
  });
}

describe('over a WebSocket', () => {
  it('a query is answered', async () => {
    expect(await collect(connect(), '{ __typename }')).toEqual([{ data: { __typename: 'Query' } }]);
  });

  it('a mutation needs the token among the connection parameters', async () => {
    const mutation = 'mutation { deleteEntity(id: "nobody") { id } }';
    expect(await collect(connect(), mutation)).toMatchObject([
      { data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    ]);
    expect(await collect(connect(`Bearer ${token}`), mutation)).toMatchObject([
      { data: null, errors: [{ extensions: { code: 'NOT_FOUND' } }] },
    ]);
  });

  it('a wrong token closes the connection', async () => {
    const init = { type: 'connection_init', payload: { authorization: 'Bearer wrong' } };
    expect(await closing([init])).toEqual([
      4401,
      'The authorization is not "Bearer" and the token of this server.',
    ]);
  });

  it.each([
    ['an unknown field', '{ nothing }', undefined, 'GRAPHQL_VALIDATION_FAILED', /Cannot query field/],
    ['broken GraphQL', '{ entity( }', undefined, 'GRAPHQL_PARSE_FAILED', /^Syntax Error/],
    ['too many tokens', `{ ${'a '.repeat(3000)} }`, undefined, 'LIMIT_EXCEEDED', /more than 2000 tokens/],
    [
      'a million as "first"',
      'query ($n: Int!) { entities(first: $n) { totalCount } }',
      { n: 1e6 },
      'LIMIT_EXCEEDED',
      /at most 1000/,
    ],
    [
      'too much depth',
      `{ entity(id: "e") { ${'outgoing { edges { node { '.repeat(6)} id ${'} } } '.repeat(6)} } }`,
      undefined,
      'LIMIT_EXCEEDED',
      /nest too deep/,
    ],
    [
      'too high a cost',
      `{ entities(first: 1000) { edges { node { outgoing { edges { node { id } } } } } } }`,
      undefined,
      'LIMIT_EXCEEDED',
      /operation costs/,
    ],
    [
      'a variable of the wrong type',
      'query ($n: Int!) { entities(first: $n) { totalCount } }',
      { n: 'x' },
      'BAD_INPUT',
      /non-integer value/,
    ],
  ])('%s is refused', async (_what, query, variables, code, message) => {
    expect(await collect(connect(), query, variables)).toEqual([
      [
        expect.objectContaining({
          message: expect.stringMatching(message),
          extensions: expect.objectContaining({ code }),
        }),
      ],
    ]);
  });

  it.each([
    ['of another name', '{ models { id } }', 'zz', 'Unknown operation named "zz".'],
    [
      'of no name among two',
      'query a { __typename } query b { __typename }',
      undefined,
      'Must provide operation name if query contains multiple operations.',
    ],
    ['that is not there', 'fragment f on Query { __typename }', undefined, /Fragment "f" is never used/],
  ])('an operation %s is answered as over HTTP', async (_what, query, operationName, message) => {
    const overHttp = await api.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName }),
    });
    const client = connect();
    const answer = await new Promise<unknown>((resolve) =>
      client.subscribe(
        { query, operationName },
        { next: resolve, error: resolve, complete: () => undefined },
      ),
    );
    await client.dispose();
    const { code } = overHttp.errors[0]!.extensions;
    expect(answer).toEqual([
      expect.objectContaining({ message: overHttp.errors[0]!.message, extensions: { code } }),
    ]);
    expect(overHttp.errors[0]!.message).toMatch(message);
    expect(code).not.toBe('INTERNAL');
  });

  it.each([
    'subscription ($a: Boolean!) { jobProgress(id: "x") @skip(if: $a) { id } }',
    'subscription ($a: Boolean!) { jobProgress(id: "x") @include(if: $a) { id } }',
    'subscription ($a: Boolean!) { ... @skip(if: $a) { jobProgress(id: "x") { id } } }',
    'subscription ($a: Boolean!) { ...f @skip(if: $a) } fragment f on Subscription { jobProgress(id: "x") { id } }',
    'subscription ($a: Boolean!) { ...f } fragment f on Subscription { jobProgress(id: "x") @skip(if: $a) { id } }',
  ])('a condition at the field of a subscription is refused: %s', async (query) => {
    for (const a of [true, false]) {
      expect(await collect(connect(), query, { a })).toEqual([
        [
          expect.objectContaining({
            message: expect.stringMatching(/^The field of a subscription always comes/),
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          }),
        ],
      ]);
      const { status, errors } = await api.ask(query, { a });
      expect({ status, errors }).toMatchObject({
        status: 400,
        errors: [
          {
            message: expect.stringMatching(/^The field of a subscription always comes/),
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ],
      });
    }
  });

  it('a subscription to an unknown job is refused', async () => {
    expect(await collect(connect(), 'subscription { jobProgress(id: "nobody") { state } }')).toMatchObject([
      {
        errors: [
          {
            message: expect.stringMatching(/^There is no job with id "nobody"/),
            extensions: { code: 'NOT_FOUND' },
          },
        ],
      },
    ]);
  });

  it('the progress of a job is followed to its end', async () => {
    const created = await api.tell<Created>(
      'mutation { trainModel(input: {encoder: "be-bow", maxSteps: 5}) { id state } }',
    );
    expect(created).toMatchObject({ errors: [], data: { trainModel: { state: 'QUEUED' } } });
    const { id } = created.data.trainModel;
    const client = connect();
    const states: unknown[] = [];
    const query = 'subscription ($id: ID!) { jobProgress(id: $id) { id state finishedAt } }';
    for await (const { data } of client.iterate<{ jobProgress: { state: string } }>({
      query,
      variables: { id },
    })) {
      states.push(data!.jobProgress.state);
      if (states.length === 1) await api.tell('mutation ($id: ID!) { cancelJob(id: $id) { state } }', { id });
    }
    await client.dispose();
    expect(states).toEqual(['QUEUED', 'CANCELLED']);
  });

  it('a message that is too large closes the connection', async () => {
    const query = `{ __typename } # ${'x'.repeat(20_000)}`;
    const [code] = await closing([
      { type: 'connection_init' },
      { id: '1', type: 'subscribe', payload: { query } },
    ]);
    expect(code).toBe(1009);
  });

  it('a message that is no JSON closes the connection', async () => {
    expect(await closing(['{'])).toEqual([4400, 'Invalid message received']);
  });

  it('an operation before the connection is made closes it', async () => {
    expect(await closing([{ id: '1', type: 'subscribe', payload: { query: '{ __typename }' } }])).toEqual([
      4401,
      'Unauthorized',
    ]);
  });

  it('a page of another origin cannot connect', async () => {
    await expect(closing([], { origin: 'https://evil.example' })).rejects.toThrow(
      'Unexpected server response: 403',
    );
    await expect(closing([], { headers: { host: 'evil.example' } })).rejects.toThrow(
      'Unexpected server response: 403',
    );
  });

  it('one connection has at most 20 operations at a time', async () => {
    const { data } = await api.tell<Created>(
      'mutation { trainModel(input: {encoder: "be-bow", maxSteps: 5}) { id } }',
    );
    const socket = new WebSocket(address, 'graphql-transport-ws');
    const query = `subscription { jobProgress(id: "${data.trainModel.id}") { state } }`;
    const refused = await new Promise<{ id: string; payload: unknown }>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send('{"type": "connection_init"}'));
      socket.on('message', (text: Buffer) => {
        const message = JSON.parse(text.toString()) as { type: string; id: string; payload: unknown };
        if (message.type === 'error') resolve(message);
        if (message.type !== 'connection_ack') return;
        for (let id = 1; id <= 21; id++)
          socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
      });
    });
    expect(refused).toMatchObject({
      id: '21',
      payload: [
        {
          message: expect.stringMatching(/^This connection has 20 operations running/),
          extensions: { code: 'LIMIT_EXCEEDED' },
        },
      ],
    });
    socket.close();
    await api.tell('mutation ($id: ID!) { cancelJob(id: $id) { state } }', { id: data.trainModel.id });
  });
});

describe('closing the API', () => {
  it('tells connections that the server goes away', async () => {
    const other = await startTestApi();
    const socket = new WebSocket(`${other.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.on('open', resolve));
    await other.close();
    expect(await closed).toBe(1001);
    await expect(fetch(other.url)).rejects.toThrow('fetch failed');
  });
});
