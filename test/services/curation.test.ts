import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../src/graph/database';
import { findEntities } from '../../src/graph/entities';
import { entityText } from '../../src/models/entityText';
import type { Services } from '../../src/services';
import type { Entity } from '../../src/services';
import type { EntityInput } from '../../src/services/entityInput';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';

let db: Database;
let dataFolder: string;
let services: Services;
const properties = ['vec_bow_1', 'vec_bert_1'];

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  dataFolder = await temporaryFolder();
  await tinyGraph(db, 30);
  await trainTiny(db, dataFolder, 'bow');
  await trainTiny(db, dataFolder, 'bert', { encoder: 'blp' });
  services = await serve(db, dataFolder);
});

let made = 0;
const newId = () => `c:${++made}`;
const input = (more: Partial<EntityInput> = {}): EntityInput => ({
  ...{ id: newId(), name: 'young fire', description: 'the water of the large house' },
  ...more,
});
const create = async (given: EntityInput) =>
  (await services.curation.createEntities([given], 'a curator'))[0]!;

async function stored(id: string): Promise<(number[] | null)[] | undefined> {
  const rows = await db.read<{ vectors: (number[] | null)[] }>(
    'MATCH (e:Entity {id: $id}) RETURN [p IN $properties | e[p]] AS vectors',
    { id, properties },
  );
  return rows[0]?.vectors;
}

/** In the store and in this process's memory, each is what the model makes of the text. */
async function expectVectors(entity: Pick<Entity, 'id' | 'name' | 'description'>): Promise<void> {
  const [bow, bert] = (await stored(entity.id))!;
  for (const [name, vector] of [
    ['bow', bow],
    ['bert', bert],
  ] as const) {
    const model = services.models.model(name);
    const { vectors } = await services.models.encoder.encode(model.folder, [entityText(entity)]);
    const served = await model.candidates.vectorOf(entity.id);
    vectors.forEach((value, i) => {
      expect(vector![i]).toBeCloseTo(value, 5);
      expect(served![i]).toBeCloseTo(value, 5);
    });
  }
}

const mostSimilar = async (entity: { name: string; description: string }, model = 'bert') => {
  const { name, description } = entity;
  const found = await services.similarity.similar({ subject: { name, description }, first: 3, model });
  return found.predictions.map(({ entityId }) => entityId);
};

describe('creating an entity', () => {
  it('gives it its vectors of every current model, and search finds it at once', async () => {
    const entity = await create(input({ name: 'mobile earth', description: 'a small telephone of fire' }));
    expect(entity).toMatchObject({
      ...{ name: 'mobile earth', revision: 1, source: 'curated', language: 'en' },
      ...{ aliases: [], examples: [], types: [] },
    });
    await expectVectors(entity);
    expect(await mostSimilar(entity)).toContain(entity.id);
  });

  it('makes an id where none is given, and cleans what is given', async () => {
    const entity = await create({
      name: '  Cafe\u0301\u0007 ',
      description: '',
      aliases: ['x', ' x ', 'y'],
      types: ['place'],
      examples: ['Look.'],
      language: 'pt-BR',
    });
    expect(entity.id).toMatch(/^e:[0-9a-f-]{36}$/);
    expect(entity).toMatchObject({
      ...{ name: 'Café', aliases: ['x', 'y'], types: ['place'], examples: ['Look.'], language: 'pt-BR' },
    });
    await expectVectors(entity);
  });

  it.each([
    ['an empty name', { name: ' \u0000 ' }, 'The name is empty. Give at least one visible character.'],
    ['an empty id', { id: '' }, 'The id is empty. Give at least one visible character.'],
    ['a long id', { id: 'x'.repeat(501) }, 'The id has 501 characters; at most 500 are taken. Shorten it.'],
    [
      'a long name',
      { name: 'x'.repeat(501) },
      'The name has 501 characters; at most 500 are taken. Shorten it.',
    ],
    [
      'a long description',
      { description: 'x'.repeat(20_001) },
      'The description has 20001 characters; at most 20000 are taken. Shorten it.',
    ],
    [
      'half a character',
      { name: 'a\ud83d' },
      'The name is not well-formed Unicode: it holds half of a surrogate pair. Send whole characters.',
    ],
    ['an empty alias', { aliases: ['a', ''] }, 'The alias is empty. Give at least one visible character.'],
    [
      'too many types',
      { types: Array.from({ length: 101 }, String) },
      '101 texts of the kind "type" came; at most 100 are taken.',
    ],
    [
      'a wrong language',
      { language: 'English!' },
      '"English!" is no language tag; one such as "en" or "pt-BR", of at most 35 characters, is expected.',
    ],
    [
      'an over-long language',
      { language: `en-${'a'.repeat(8)}-${'b'.repeat(8)}-${'c'.repeat(8)}-${'d'.repeat(8)}` },
      '"en-aaaaaaaa-bbbbbbbb-cccccccc-dddddddd" is no language tag; one such as "en" or "pt-BR", of at most 35 characters, is expected.',
    ],
    [
      'a name that shows nothing',
      { name: '\u200b\u2060' },
      'The name is empty. Give at least one visible character.',
    ],
    [
      'an id that shows nothing',
      { id: '\ufeff\u200d' },
      'The id is empty. Give at least one visible character.',
    ],
    [
      'a control character in an id',
      { id: 'nul\u0000id' },
      'The id holds the control character U+0000. Leave out line ends, tabs and control characters.',
    ],
    [
      'a line end in an id',
      { id: 'two\nlines' },
      'The id holds the control character U+000A. Leave out line ends, tabs and control characters.',
    ],
  ])('refuses %s', async (_what, wrong, message) => {
    await expect(create(input(wrong))).rejects.toMatchObject({ code: 'BAD_INPUT', message });
  });

  it('embeds a name of which the encoder knows no word', async () => {
    for (const name of ['?!', 'the', '𓀀', '[SEP]'])
      await expectVectors(await create(input({ name, description: '' })));
  });

  it('of one id fifty times at once succeeds once', async () => {
    const id = newId();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => create(input({ id, name: `cat ${i}` }))),
    );
    const failed = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as object] : [],
    );
    expect(failed).toHaveLength(49);
    for (const reason of failed) expect(reason).toMatchObject({ code: 'ALREADY_EXISTS', details: { id } });
    const [winner] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await expectVectors(winner!);
    expect(await db.read('MATCH (e:Entity {id: $id}) RETURN e.name AS name', { id })).toEqual([
      { name: winner!.name },
    ]);
  });

  it('creates all of a list or none of it', async () => {
    const taken = await create(input());
    const before = services.models.model('bow').candidates.size;
    const fresh = newId();
    for (const last of [{ id: taken.id }, { id: fresh }, { name: '' }]) {
      const list = [input({ id: fresh }), input(last)];
      await expect(services.curation.createEntities(list, 'a curator')).rejects.toMatchObject({
        code: 'name' in last ? 'BAD_INPUT' : 'ALREADY_EXISTS',
        ...('name' in last && {
          message: expect.stringMatching(/^inputs\[1\]: The name is empty/) as string,
        }),
      });
      expect(await stored(fresh)).toBeUndefined();
    }
    expect(services.models.model('bow').candidates.size).toBe(before);
    const all = await services.curation.createEntities(
      [input(), input(), input({ name: 'air' })],
      'a curator',
    );
    for (const entity of all) await expectVectors(entity);
    expect(await services.curation.createEntities([], 'a curator')).toEqual([]);
  });
});

describe('updating an entity', () => {
  it('embeds it anew where its text changes', async () => {
    const old = await create(input());
    const before = await stored(old.id);
    const entity = await services.curation.updateEntity(
      old.id,
      { description: 'a young cat of earth' },
      'a curator',
    );
    expect(entity).toMatchObject({ name: old.name, description: 'a young cat of earth', revision: 2 });
    expect(entity.updatedAt).toBeGreaterThan(old.updatedAt);
    expect(await stored(old.id)).not.toEqual(before);
    await expectVectors(entity);
    expect(await mostSimilar(entity)).toContain(old.id);
  });

  it('leaves the vectors where it does not', async () => {
    const old = await create(input());
    const before = await stored(old.id);
    const entity = await services.curation.updateEntity(
      old.id,
      { types: ['thing'], aliases: ['it'] },
      'a curator',
    );
    expect(entity).toMatchObject({ types: ['thing'], aliases: ['it'], revision: 2 });
    expect(await stored(old.id)).toEqual(before);
    await expectVectors(entity);
  });

  it('by many at once keeps every change, and the vectors are of the text that results', async () => {
    const { id } = await create(input());
    const changes = [
      { name: 'large dog' },
      { description: 'the air of the small tree' },
      { types: ['a'] },
      { aliases: ['b'] },
      { examples: ['c'] },
      { language: 'de' },
    ];
    await Promise.all(changes.map((change) => services.curation.updateEntity(id, change, 'a curator')));
    const entity = (await findEntities(db, [id])).get(id)!;
    expect(entity).toMatchObject(Object.assign({}, ...changes) as object);
    await expectVectors(entity);
  });

  it('refuses what is not there and what is wrong', async () => {
    await expect(services.curation.updateEntity('no such', { name: 'x' }, 'a curator')).rejects.toMatchObject(
      {
        code: 'NOT_FOUND',
        message: 'There is no entity with id "no such". Check the spelling.',
      },
    );
    const { id } = await create(input());
    await expect(services.curation.updateEntity(id, { name: '' }, 'a curator')).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});

describe('an id', () => {
  it('is found in whatever form of Unicode it is written', async () => {
    const [composed, decomposed] = ['caf\u00e9', ' cafe\u0301 '];
    expect(await create(input({ id: decomposed, name: decomposed }))).toMatchObject({ id: composed });
    for (const id of [composed, decomposed]) {
      await services.curation.updateEntity(id, { types: [id] }, 'a curator');
      const filter = { ids: [id], types: [id], nameStartsWith: id.trimEnd() };
      expect((await services.entities.page(filter, 5)).items).toMatchObject([{ id: composed }]);
      expect(await services.entities.count(filter)).toBe(1);
      await services.links.addTriples([{ head: id, relation: 'near', tail: 't:00001' }], 'a curator');
      await services.prediction.predictLinks({ known: { id }, side: 'head', relation: ' near ', first: 3 });
      const { predictions } = await services.similarity.similar({ subject: { id }, first: 3 });
      expect(predictions.map(({ entityId }) => entityId)).not.toContain(composed);
    }
    await services.curation.deleteEntity(decomposed);
  });

  it('that is too long for any is refused wherever it is looked up', async () => {
    const id = 'x'.repeat(501);
    const triple = { head: 't:00001', relation: id, tail: 't:00002' };
    const { curation, links, entities, prediction, similarity, jobs, modelChoice } = services;
    const lookUps: (() => Promise<unknown>)[] = [
      () => curation.updateEntity(id, {}, 'ann'),
      () => curation.deleteEntity(id),
      () => links.addTriples([triple], 'ann'),
      () => links.removeTriples([{ ...triple, relation: 'near', head: id }]),
      () => entities.page({ ids: [id] }, 1),
      () => entities.page({ nameStartsWith: id }, 1),
      () => entities.count({ types: [id] }),
      () => entities.count({ source: id }),
      () => prediction.predictLinks({ known: { id }, side: 'head', relation: 'near', first: 1 }),
      () => prediction.predictLinks({ known: { id: 't:00001' }, side: 'tail', relation: id, first: 1 }),
      () => similarity.similar({ subject: { id }, first: 1 }),
      () => similarity.similar({ subject: { id: 't:00001' }, first: 1, model: id }),
      () => jobs.get(id),
      () => jobs.cancel(id, 'ann'),
      () => jobs.watch(id).next(),
      () => modelChoice.setDefault(id),
      () => modelChoice.retire(id),
    ];
    for (const lookUp of lookUps) {
      await expect(lookUp()).rejects.toMatchObject({
        code: 'BAD_INPUT',
        message: expect.stringMatching(/has 501 characters; at most \d+ are taken/),
      });
    }
  });
});

describe('deleting an entity', () => {
  it('takes its triples along, and search no longer finds it', async () => {
    const entity = await create(input());
    await services.links.addTriples([{ head: entity.id, relation: 'near', tail: 't:00001' }], 'a curator');
    expect(await services.curation.deleteEntity(entity.id)).toMatchObject({
      id: entity.id,
      name: entity.name,
    });
    expect(await mostSimilar(entity)).not.toContain(entity.id);
    expect(await stored(entity.id)).toBeUndefined();
    await expect(services.curation.deleteEntity(entity.id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await services.models.refresh();
    expect(await mostSimilar(entity)).not.toContain(entity.id);
  });

  it('leaves room for another of the same id', async () => {
    const { id } = await create(input());
    for (const name of ['cat', 'dog', 'tree']) {
      await services.curation.deleteEntity(id);
      await expectVectors(await create(input({ id, name })));
    }
    await services.models.refresh();
    expect(await services.models.model('bow').candidates.vectorOf(id)).toBeDefined();
  });
});

describe('while the models change', () => {
  it('every entity ends with the vector of every current model, and of no other', async () => {
    const created: Entity[] = [];
    const training = { isDone: false };
    const creating = (async () => {
      for (let i = 0; !training.isDone; i++) created.push(await create(input({ name: `young air ${i}` })));
    })();
    const updated = await create(input());
    const updating = (async () => {
      for (let i = 0; !training.isDone; i++)
        await services.curation.updateEntity(updated.id, { name: `fire ${i}` }, 'a curator');
    })();
    expect(await trainTiny(db, dataFolder, 'bow', { maxSteps: 5 })).toBe('bow@2');
    training.isDone = true;
    await Promise.all([creating, updating]);
    expect(created.length).toBeGreaterThan(3);
    expect(
      await db.read(
        `MATCH (e:Entity) WHERE e.vec_bow_2 IS NULL OR e.vec_bert_1 IS NULL OR e.vec_bow_1 IS NOT NULL RETURN e.id AS id`,
      ),
    ).toEqual([]);
    await services.models.refresh();
    const model = services.models.model('bow');
    expect(model.record.id).toBe('bow@2');
    expect(model.candidates.size).toBe(
      (await db.read<{ n: number }>('MATCH (e:Entity) RETURN count(e) AS n'))[0]!.n,
    );
    for (const entity of [...created.slice(-3), (await findEntities(db, [updated.id])).get(updated.id)!]) {
      const { vectors } = await services.models.encoder.encode(model.folder, [entityText(entity)]);
      const held = await model.candidates.vectorOf(entity.id);
      vectors.forEach((value, i) => expect(held![i]).toBeCloseTo(value, 5));
    }
  });
});

describe('without a model that works', () => {
  it('a damaged one refuses new texts and writes nothing', async () => {
    const weights = path.join(dataFolder, 'models', 'bert@1', 'encoder.safetensors');
    const bytes = await readFile(weights);
    await writeFile(weights, bytes.subarray(0, 1000));
    const others = await serve(db, dataFolder);
    const given = input();
    await expect(others.curation.createEntities([given], 'a curator')).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
    });
    expect(await stored(given.id!)).toBeUndefined();
    const answer = await others.similarity.similar({ subject: { id: 't:00001' }, first: 2, model: 'bert' });
    expect(answer.predictions).toHaveLength(2);
    await writeFile(weights, bytes);
    expect(await others.curation.createEntities([given], 'a curator')).toHaveLength(1);
  });

  it('none at all lets entities be created', async () => {
    await db.write("MATCH (m:Model) WHERE m.state = 'current' SET m.state = 'retired'");
    const entity = await create(input());
    expect(await stored(entity.id)).toEqual([null, null]);
    await services.curation.updateEntity(entity.id, { name: 'other' }, 'a curator');
    await services.curation.deleteEntity(entity.id);
  });
});
