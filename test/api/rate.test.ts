import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { startTestApi } from './support';

const query = '{ relations { id } }';

describe('operations from one address', () => {
  it('are answered up to the limit of a minute, over HTTP and WebSocket together', async () => {
    const api = await startTestApi({ KINDRED_MAX_REQUESTS: '4' });
    const client = createClient({
      url: `${api.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
    });
    const overSocket = async () => {
      for await (const result of client.iterate({ query })) return result;
    };
    try {
      for (let i = 0; i < 3; i++) expect((await api.ask(query)).status).toBe(200);
      expect(await overSocket()).toEqual({ data: { relations: [] } });
      const { status, headers, data, errors } = await api.ask(query);
      expect({ status, data }).toEqual({ status: 429, data: undefined });
      expect(errors).toEqual([
        {
          message: expect.stringMatching(
            /^More than 4 operations came from this address within a minute\. Come again in \d+ s\.$/,
          ) as string,
          extensions: {
            code: 'LIMIT_EXCEEDED',
            details: { limit: 4, seconds: Number(headers.get('retry-after')) },
          },
        },
      ]);
      await expect(overSocket()).rejects.toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
      expect((await fetch(`${api.url}/health`)).status).toBe(200);
    } finally {
      await client.dispose();
      await api.close();
    }
  });

  it('are not counted where the limit is 0', async () => {
    const api = await startTestApi({ KINDRED_MAX_REQUESTS: '0' });
    for (let i = 0; i < 20; i++) expect((await api.ask(query)).status).toBe(200);
    await api.close();
  });
});
