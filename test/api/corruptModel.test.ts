import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadSettings } from '../../src/config';
import { startApi } from '../../src/api/server';
import type { Services } from '../../src/services';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { log } from '../../src/shared/log';

let dataFolder: string;
let services: Services;
let api: Awaited<ReturnType<typeof startApi>>;
const lines: string[] = [];

beforeAll(async () => {
  const db = await testDatabase();
  await clear(db);
  await tinyGraph(db, 20);
  dataFolder = await temporaryFolder();
  await trainTiny(db, dataFolder, 'older');
  await trainTiny(db, dataFolder, 'newer');
  await truncate(path.join(dataFolder, 'models', 'newer@1', 'relations.safetensors'), 100);
  jest
    .spyOn(log, 'error')
    .mockImplementation((...parts: unknown[]) => void lines.push(JSON.stringify(parts)));
  services = await serve(db, dataFolder);
  const settings = loadSettings({ KINDRED_PORT: '0', KINDRED_DATA: dataFolder });
  api = await startApi({ services, settings, token: 'a token of this test' });
});
afterAll(() => api.close());

async function ask(query: string): Promise<unknown> {
  const response = await fetch(`${api.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

describe('while the newest model cannot be read', () => {
  const corrupt = {
    errors: [
      {
        message: expect.stringMatching(/^newer@1\/relations\.safetensors cannot be used: /),
        extensions: { code: 'CORRUPT_FILE', details: { file: 'newer@1/relations.safetensors' } },
      },
    ],
  };

  it.each(['', ', model: "newer"', ', model: "newer@1"'])(
    'its fault is the answer, without the path (%j)',
    async (model) => {
      const answer = await ask(`{ similarEntities(entity: "t:00001"${model}) { tookMs } }`);
      expect(answer).toMatchObject(corrupt);
      expect(JSON.stringify(answer)).not.toContain(dataFolder);
      expect(lines.join()).toContain(path.join(dataFolder, 'models', 'newer@1', 'relations.safetensors'));
    },
  );

  it('the older one answers to its name, and by default once it is chosen', async () => {
    const older = { data: { similarEntities: { model: { id: 'older@1' } } } };
    const similar = (model: string) => ask(`{ similarEntities(entity: "t:00001"${model}) { model { id } } }`);
    expect(await similar(', model: "older"')).toEqual(older);
    await services.modelChoice.setDefault('older');
    expect(await similar('')).toEqual(older);
    await services.modelChoice.setDefault('newer');
  });

  it('/ready tells which current model does not serve', async () => {
    const response = await fetch(`${api.url}/ready`);
    expect(await response.json()).toEqual({
      status: 'ready',
      store: 'ok',
      models: ['older@1'],
      notLoaded: ['newer@1'],
    });
  });

  it('a text to be embedded by a damaged encoder says so without the path', async () => {
    const file = path.join(dataFolder, 'models', 'older@1', 'encoder.safetensors');
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, 500));
    const others = await serve(await testDatabase(), dataFolder);
    const settings = loadSettings({ KINDRED_PORT: '0', KINDRED_DATA: dataFolder });
    const other = await startApi({ services: others, settings, token: 'a token of this test' });
    const response = await fetch(`${other.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ embedText(text: "dog", model: "older") { tookMs } }' }),
    });
    const text = await response.text();
    await other.close();
    expect(text).toContain('CORRUPT_FILE');
    expect(text).toContain('older@1/encoder.safetensors');
    expect(text).not.toContain(dataFolder);
  });
});
