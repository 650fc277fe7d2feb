import { existsSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder, trainTiny } from '../support/models';
import { testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { startTestApi, type TestApi } from './support';

let api: TestApi;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await temporaryFolder();
  api = await startTestApi({ KINDRED_DATA: dataFolder });
  const db = await testDatabase();
  await tinyGraph(db, 30);
  await trainTiny(db, dataFolder, 'good');
  await trainTiny(db, dataFolder, 'throwaway');
  await api.services.models.refresh();
});
afterAll(() => api.close());

const standing = async () => {
  const { data } = await api.ask<{ models: { id: string; state: string; isDefault: boolean }[] }>(
    '{ models { id state isDefault } }',
  );
  return Object.fromEntries(data.models.map(({ id, ...rest }) => [id, rest]));
};
const answering = '{ embedText(text: "a small dog") { model { id isDefault } } }';
const change = (field: string, model: string) =>
  api.tell(`mutation ($model: ID!) { ${field}(model: $model) { id state isDefault current } }`, { model });

describe('the default model', () => {
  it('is the one that became current last, until another is set', async () => {
    expect(await standing()).toEqual({
      'good@1': { state: 'CURRENT', isDefault: false },
      'throwaway@1': { state: 'CURRENT', isDefault: true },
    });
    expect(await change('setDefaultModel', 'good')).toMatchObject({
      errors: [],
      data: { setDefaultModel: { id: 'good@1', isDefault: true } },
    });
    expect((await api.ask(answering)).data).toEqual({
      embedText: { model: { id: 'good@1', isDefault: true } },
    });
    expect(await standing()).toMatchObject({
      'good@1': { isDefault: true },
      'throwaway@1': { isDefault: false },
    });
  });
});

describe('retiring a model', () => {
  it('ends its service, and the one that became current last answers again', async () => {
    expect(await change('retireModel', 'good@1')).toMatchObject({
      errors: [],
      data: { retireModel: { id: 'good@1', state: 'RETIRED', isDefault: false, current: false } },
    });
    expect((await api.ask(answering)).data).toEqual({
      embedText: { model: { id: 'throwaway@1', isDefault: true } },
    });
    expect(existsSync(path.join(dataFolder, 'models', 'good@1'))).toBe(false);
    expect((await api.ask('{ embedText(text: "x", model: "good") { tookMs } }')).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
  });

  it.each(['setDefaultModel', 'retireModel'])('%s refuses one that is not current', async (field) => {
    expect((await change(field, 'good')).errors).toMatchObject([
      {
        message: 'The model "good" is not current: good@1 is retired. Current: throwaway@1.',
        extensions: { code: 'CONFLICT' },
      },
    ]);
    expect((await change(field, 'zzz')).errors).toMatchObject([
      {
        message: 'There is no model "zzz". Current: throwaway@1.',
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
  });
});
