import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../../src/graph/database';
import { importBareEntities, importEntities } from '../../../src/graph/bulk';
import { deleteEntity } from '../../../src/graph/entityWrites';
import { listModels } from '../../../src/graph/models';
import { entityText } from '../../../src/models/entityText';
import type { Services } from '../../../src/services';
import { ModelService } from '../../../src/services/models';
import { snapshotFile } from '../../../src/services/models/snapshot';
import { serve, temporaryFolder, trainTiny } from '../../support/models';
import { clear, testDatabase } from '../../support/neo4j';
import { tinyGraph } from '../../support/tinyGraph';
import { until } from '../../support/workers';
import { entity } from '../../graph/samples';

let db: Database;
let dataFolder: string;
/** Two processes' worth of services on one store. */
let here: Services;
let there: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  dataFolder = await temporaryFolder();
  await tinyGraph(db, 30);
  await trainTiny(db, dataFolder, 'bow');
  here = await serve(db, dataFolder);
  there = await serve(db, dataFolder);
});

const held = (services: Services, id: string) => services.models.model('bow').candidates.vectorOf(id);
const create = (services: Services, id: string, name = 'young fire') =>
  services.curation.createEntities([{ id, name, description: '' }], 'a test');

/** Every entity's vector, and nothing else, as the store holds it. */
async function expectInStep({ models }: Pick<Services, 'models'>): Promise<void> {
  const { record, candidates } = models.model('bow');
  const rows = await db.read<{ id: string; vector: number[] | null }>(
    'MATCH (e:Entity) RETURN e.id AS id, e[$property] AS vector',
    { property: record.vectorProperty },
  );
  expect(candidates.size).toBe(rows.length);
  for (const { id, vector } of rows)
    expect([id, await candidates.vectorOf(id)]).toEqual([id, Float32Array.from(vector!)]);
}

const snapshot = async () => {
  const model = (await listModels(db)).find(({ state }) => state === 'current')!;
  return snapshotFile(dataFolder, model.id, model.sha256);
};

describe('what another process writes', () => {
  it('is taken over: creations, changes, deletions, and an id used again', async () => {
    await create(here, 'a');
    await create(here, 'b');
    await create(here, 'c');
    await there.models.refresh();
    await expectInStep(there);
    await here.curation.updateEntity('a', { name: 'large cat' }, 'a test');
    await here.curation.deleteEntity('b');
    await here.curation.deleteEntity('c');
    await create(here, 'c', 'small air');
    await there.models.refresh();
    await expectInStep(there);
    await expectInStep(here);
    expect(await held(there, 'a')).toEqual(await held(here, 'a'));
  });

  it('is taken over without being asked for, within seconds', async () => {
    await create(here, 'd');
    await until('the other process has it', () => held(there, 'd').then(Boolean), 10);
    await here.curation.deleteEntity('d');
    await until('the other process has it no more', async () => !(await held(there, 'd')), 10);
  });

  it('does not undo what this one has written since', async () => {
    for (let i = 0; i < 10; i++) {
      const name = `young dog ${i}`;
      await Promise.all([
        here.curation.updateEntity('a', { name }, 'a test'),
        here.models.refresh(),
        there.curation.updateEntity('a', { description: `tree ${i}` }, 'a test'),
      ]);
    }
    await Promise.all([here.models.refresh(), there.models.refresh()]);
    await expectInStep(here);
    await expectInStep(there);
  });
});

describe('entities that come without a vector', () => {
  it('get one in the background, after an import and after a change by one', async () => {
    const stamp = { by: 'a test', at: Date.now() };
    await importEntities(db, [entity('i:1', { name: 'large house', source: 'import' })], stamp);
    await importBareEntities(db, [{ id: 'young cat', types: [] }], 'import', stamp);
    await until(
      'both are embedded',
      async () => (await held(here, 'i:1')) && (await held(here, 'young cat')),
      15,
    );
    const before = await held(here, 'i:1');
    await importEntities(db, [entity('i:1', { name: 'small telephone', source: 'import' })], {
      ...stamp,
      at: stamp.at + 1,
    });
    await until(
      'it is embedded anew',
      async () => {
        const now = await held(here, 'i:1');
        return now && String(now) !== String(before);
      },
      15,
    );
    const { folder } = here.models.model('bow');
    const { vectors } = await here.models.encoder.encode(folder, [entityText({ name: 'small telephone' })]);
    (await held(here, 'i:1'))!.forEach((value, i) => expect(value).toBeCloseTo(vectors[i]!, 5));
  });
});

describe('a start', () => {
  const startAgain = async () => {
    const models = new ModelService({ db, dataFolder, encoder: here.models.encoder });
    await models.start();
    await expectInStep({ models });
    await models.close();
  };

  it('takes from the snapshot what the store still has, and the rest from the store', async () => {
    const file = await snapshot();
    await startAgain();
    expect((await stat(file)).size).toBeGreaterThan(0);
    await here.curation.deleteEntity('a');
    await create(here, 'e');
    await db.write("MATCH (e:Entity {id: 't:00001'}) DETACH DELETE e");
    await here.curation.updateEntity('t:00002', { name: 'mobile water' }, 'a test');
    await startAgain();
    await startAgain();
    await create(here, 'a');
    await here.curation.updateEntity('t:00002', { name: 'other' }, 'a test');
    await startAgain();
  });

  it.each(['gone', 'damaged', 'cut'])('with a snapshot that is %s reads the store', async (state) => {
    const file = await snapshot();
    await startAgain();
    const bytes = await readFile(file);
    if (state === 'gone') await rm(file);
    if (state === 'damaged') await writeFile(file, bytes.fill(7, 100, 120));
    if (state === 'cut') await writeFile(file, bytes.subarray(0, bytes.length / 2));
    await startAgain();
    expect((await stat(file)).size).toBeGreaterThan(0);
  });
});

describe('a new version', () => {
  it('takes the place of the old one at once, and requests that began with that one end well', async () => {
    const old = here.models.model('bow');
    const oldSnapshot = await snapshot();
    expect(await trainTiny(db, dataFolder, 'bow', { maxSteps: 20 })).toBe('bow@2');
    await here.models.refresh();
    expect(here.models.model('bow').record.id).toBe('bow@2');
    expect(here.models.all()).toHaveLength(1);
    await expectInStep(here);
    const { vector } = { vector: (await old.candidates.vectorOf('t:00004'))! };
    expect(await old.candidates.top({ vector, metric: 'l1' }, 3)).toHaveLength(3);
    await expect(stat(oldSnapshot)).rejects.toThrow('ENOENT');
    expect(() => here.models.model('bow@1')).toThrow('There is no current model "bow@1". Current: bow@2.');
  });

  it('whose files are not what the store knows is refused, and says which', async () => {
    const card = path.join(dataFolder, 'models', 'bow@2', 'model.json');
    const text = await readFile(card, 'utf8');
    await writeFile(card, text.replace('"steps"', ' "steps"'));
    const models = new ModelService({ db, dataFolder, encoder: here.models.encoder });
    await models.start();
    expect(() => models.model('bow')).toThrow(
      `${card} cannot be used: its SHA-256 is not the one that the store has of bow@2. Restore the model's folder or train the model again.`,
    );
    await models.close();
    await writeFile(card, text);
  });
});

describe('a search whose thread has died', () => {
  it('is filled anew', async () => {
    await here.models.model('bow').candidates.close();
    await until(
      'it answers again',
      async () => {
        await here.models.refresh();
        return here.models.model('bow').candidates.alive;
      },
      30,
    );
    await expectInStep(here);
  });
});

it('deletions that this process did not make leave tombstones it follows', async () => {
  await db.transaction('WRITE', (run) => deleteEntity(run, 't:00005'));
  await here.models.refresh();
  expect(await held(here, 't:00005')).toBeUndefined();
});
