import WebSocket from 'ws';
import { loadSettings } from '../../src/config';
import { startTestApi, type TestApi } from './support';

const listed = 'http://localhost:5173';
const others = ['https://evil.example', 'http://localhost:5174', 'https://localhost:5173', 'null'];
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ KINDRED_ORIGINS: `https://graph.example, ${listed}` });
});
afterAll(() => api.close());

const preflight = (origin: string) =>
  fetch(`${api.url}/graphql`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const post = (origin: string, type = 'application/json') =>
  api.send('/graphql', {
    method: 'POST',
    headers: { 'content-type': type, origin },
    body: '{"query": "{ __typename }"}',
  });

/** Whether a WebSocket opens; else what refuses it. */
function open(headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const address = `${api.url.replace('http', 'ws')}/graphql`;
    const socket = new WebSocket(address, 'graphql-transport-ws', { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.on('error', ({ message }) => resolve(message));
  });
}

describe('a page of an origin in KINDRED_ORIGINS', () => {
  it('is told by the preflight that it may ask, without credentials', async () => {
    const { status, headers } = await preflight(listed);
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'content-type,authorization,apollo-require-preflight',
      vary: 'Origin',
    });
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('may read the answers, refusals too', async () => {
    const answer = await post(listed);
    expect(answer).toMatchObject({ status: 200, data: { __typename: 'Query' } });
    const refused = await api.send('/graphql', {
      method: 'POST',
      headers: { origin: listed, authorization: 'Bearer wrong', 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(401);
    for (const { headers } of [answer, refused]) {
      expect(headers.get('access-control-allow-origin')).toBe(listed);
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('may not post what needs no preflight', async () => {
    expect((await post(listed, 'text/plain')).status).toBe(415);
  });

  it('opens a WebSocket', async () => {
    expect(await open({ origin: listed })).toBe('open');
  });

  it('is refused where its name was made to mean 127.0.0.1', async () => {
    expect(await open({ origin: listed, host: 'evil.example' })).toBe('Unexpected server response: 403');
  });
});

describe('a page of another origin', () => {
  it.each(others)('(%s) is refused, and told no origin', async (origin) => {
    const asked = await preflight(origin);
    const posted = await post(origin);
    expect([asked.status, posted.status]).toEqual([403, 403]);
    for (const { headers } of [asked, posted]) expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(posted.errors[0]!.message).toContain('add its origin to KINDRED_ORIGINS');
    expect(await open({ origin })).toBe('Unexpected server response: 403');
  });
});

describe('the setting KINDRED_ORIGINS', () => {
  const read = (list: string) => loadSettings({ KINDRED_ORIGINS: list }).KINDRED_ORIGINS;

  it('is a list of origins as browsers write them, empty by default', () => {
    expect(loadSettings({}).KINDRED_ORIGINS).toEqual([]);
    expect(read(' HTTP://LocalHost:80, ,https://graph.example:8443')).toEqual([
      'http://localhost',
      'https://graph.example:8443',
    ]);
  });

  it.each([
    '*',
    'http://*.example',
    'localhost:5173',
    'http://localhost:5173/',
    'http://localhost:5173/app',
    'ws://localhost:5173',
    'http://me@localhost',
    'http://localhost:99999',
    'null',
  ])('takes no %s', (entry) => {
    expect(() => read(`http://localhost:5173,${entry}`)).toThrow(
      'KINDRED_ORIGINS: expected origins such as http://localhost:5173, comma-separated, without path or "*"',
    );
  });
});
