import type { Database } from '../../src/graph/database';
import { updateEntity } from '../../src/graph/entityWrites';
import {
  countEntitiesWithoutVector,
  dropUnfinishedVectors,
  dropVectors,
  entitiesWithoutVector,
  readVectors,
  removeVectors,
  vectorVersions,
  type VectorRow,
  writeVectors,
} from '../../src/graph/vectors';
import { createVectorIndex, dropVectorIndex, vectorIndexFilled } from '../../src/graph/vectorIndexes';
import { clear, testDatabase } from '../support/neo4j';
import { until } from '../support/workers';
import { create, entity } from './samples';

let db: Database;
const property = 'vec_m_1';

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await clear(db);
  await create(
    db,
    ['a', 'b', 'c'].map((id) => entity(id, { description: `about ${id}` })),
  );
});

const row = (id: string, ...values: number[]): VectorRow => ({
  id,
  revision: 1,
  vector: Float32Array.from(values),
});
const write = (...rows: VectorRow[]) =>
  db.transaction('WRITE', (run) => writeVectors(run, property, 2, rows));
const model = (state: string) =>
  db.write('CREATE (:Model {id: $id, state: $state, vectorProperty: $property})', {
    id: 'm@1',
    state,
    property,
  });
const held = async () => {
  const rows = await readVectors(db, [property, 'vec_other_1'], ['a', 'b', 'c', 'gone']);
  return Object.fromEntries(rows.map(({ id, vectors }) => [id, vectors]));
};

describe('vectors', () => {
  it('are written, read and found missing', async () => {
    const written = await write(row('b', 0.1, -2), row('c', 3, 4), row('gone', 1, 1));
    expect(written.map(({ id }) => id).sort()).toEqual(['b', 'c']);
    expect(await held()).toEqual({
      a: [null, null],
      b: [[Math.fround(0.1), -2], null],
      c: [[3, 4], null],
    });
    expect(await entitiesWithoutVector(db, property, '', 10)).toEqual([
      { id: 'a', name: 'a', description: 'about a', revision: 1 },
    ]);
    expect(await entitiesWithoutVector(db, property, 'a', 10)).toEqual([]);
    expect(await countEntitiesWithoutVector(db, property)).toBe(1);
    expect([...(await vectorVersions(db, property)).keys()].sort()).toEqual(['b', 'c']);
  });

  it('of a text that has changed meanwhile are passed over', async () => {
    await db.transaction('WRITE', (run) => updateEntity(run, 'a', { name: 'new' }, 'a test'));
    expect(await write(row('a', 1, 1), row('b', 1, 1))).toMatchObject([{ id: 'b' }]);
    expect((await held())['a']).toEqual([null, null]);
  });

  it.each([
    ['of another width', [1], 'The vector of entity "b" has 1 values; 2 were expected.'],
    ['not finite', [1, NaN], 'The vector of entity "b" is not finite.'],
    ['zero', [0, 0], 'The vector of entity "b" is zero.'],
  ])('that are %s are refused, and the batch with them', async (_, values, message) => {
    await expect(write(row('a', 1, 1), row('b', ...values))).rejects.toMatchObject({
      code: 'INTERNAL',
      message,
    });
    expect((await held())['a']).toEqual([null, null]);
  });

  it('of a current model move updatedAt, of a model that is still being written do not', async () => {
    await model('writing');
    const before = (await readVectors(db, [], ['a']))[0]!.version;
    expect(await write(row('a', 1, 1))).toEqual([{ id: 'a', version: before }]);
    await db.write("MATCH (m:Model) SET m.state = 'current'");
    const versions = [];
    for (let i = 0; i < 5; i++) versions.push((await write(row('a', 1, 1)))[0]!.version);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    expect(versions[0]).toBeGreaterThan(before);
    expect((await readVectors(db, [], ['a']))[0]!.version).toBe(versions.at(-1));
  });

  it('go: all of a model, some entities, or those not yet finished', async () => {
    const all = [row('a', 1, 1), row('b', 1, 1), row('c', 1, 1)];
    await write(...all);
    await db.transaction('WRITE', (run) => dropVectors(run, [property], ['a', 'gone']));
    expect([...(await vectorVersions(db, property)).keys()].sort()).toEqual(['b', 'c']);
    await model('writing');
    await db.transaction('WRITE', (run) => dropUnfinishedVectors(run, 'b'));
    expect([...(await vectorVersions(db, property)).keys()]).toEqual(['c']);
    await write(...all);
    await db.write("MATCH (m:Model) SET m.state = 'current'");
    await db.transaction('WRITE', (run) => dropUnfinishedVectors(run, 'b'));
    expect((await vectorVersions(db, property)).size).toBe(3);
    await removeVectors(db, property);
    expect((await vectorVersions(db, property)).size).toBe(0);
  });

  it.each(['vec_m_1`) //', 'name', 'vec_M_1', 'vec_m', ''])('are of no property called %j', async (name) => {
    const refused = {
      code: 'INTERNAL',
      message: `${JSON.stringify(name)} is not the name of a vector property.`,
    };
    await expect(removeVectors(db, name)).rejects.toMatchObject(refused);
    await expect(createVectorIndex(db, name, 2)).rejects.toMatchObject(refused);
    await expect(dropVectorIndex(db, name)).rejects.toMatchObject(refused);
    await expect(vectorVersions(db, name)).rejects.toMatchObject(refused);
    await expect(async () => entitiesWithoutVector(db, name, '', 1)).rejects.toMatchObject(refused);
    await expect(
      db.transaction('WRITE', (run) => writeVectors(run, name, 2, [row('a', 1, 1)])),
    ).rejects.toMatchObject(refused);
  });

  it('have an index by cosine without quantisation, made once and dropped', async () => {
    await createVectorIndex(db, property, 2);
    await createVectorIndex(db, property, 2);
    await until('it is filled', async () => (await vectorIndexFilled(db, property)) === 100, 30);
    const [index] = await db.read<{ options: { indexConfig: Record<string, unknown> } }>(
      'SHOW VECTOR INDEXES YIELD name, options WHERE name = $property RETURN options',
      { property },
    );
    expect(index!.options.indexConfig).toMatchObject({
      'vector.dimensions': 2,
      'vector.similarity_function': 'COSINE',
      'vector.quantization.enabled': false,
    });
    await write(row('a', 1, 0), row('b', 0, 1), row('c', 1, 1));
    const found = await db.read<{ id: string }>(
      'CALL db.index.vector.queryNodes($property, 2, [1.0, 0.1]) YIELD node RETURN node.id AS id',
      { property },
    );
    expect(found.map(({ id }) => id)).toEqual(['a', 'c']);
    await dropVectorIndex(db, property);
    await dropVectorIndex(db, property);
    expect(await db.read('SHOW VECTOR INDEXES YIELD name WHERE name = $property', { property })).toEqual([]);
  });
});
