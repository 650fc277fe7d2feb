import type { Database } from '../../src/graph/database';
import { createServices, type Services } from '../../src/services';
import { typedVectors } from '../../src/services/classification/examples';
import { LearnedTypesByModel } from '../../src/services/classification/learned';
import { loadSettings } from '../../src/config';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { until } from '../support/workers';

let db: Database;
let services: Services;
let dataFolder: string;
const entities = 200;

/** The tiny graph's entities are named "small dog 0" and the like. */
const giveTypes = () =>
  db.write(`
    MATCH (e:Entity {source: 'tiny'})
    WITH e, split(e.name, ' ')[0] AS size, split(e.name, ' ')[1] AS kind
    SET e.types = ['thing', size] + CASE WHEN kind IN ['dog', 'cat', 'animal'] THEN ['beast'] ELSE [] END,
      e.updatedAt = timestamp()`);

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  dataFolder = await temporaryFolder();
  await tinyGraph(db, entities);
  await trainTiny(db, dataFolder, 'bow');
  services = await serve(db, dataFolder);
});

const classify = (request: Partial<Parameters<Services['classification']['classify']>[0]> = {}) =>
  services.classification.classify({
    subject: { name: 'small dog', description: 'the animal' },
    first: 10,
    ...request,
  });

describe('types', () => {
  it('cannot be learned where too few entities have any', async () => {
    await expect(classify()).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/^Only 0 entities have both types and vectors; at least 20 are needed/),
    });
    await db.write("MATCH (e:Entity) SET e.types = ['thing'], e.updatedAt = timestamp()");
    await expect(classify()).rejects.toThrow(
      /no type that at least 5 of \d+ entities have and some have not/,
    );
  });

  it('of an entity that is not stored are told by its text, the most probable first', async () => {
    await giveTypes();
    const { types, learned, model, truncated } = await classify();
    expect({ model: model.id, truncated }).toEqual({ model: 'bow@1', truncated: false });
    expect(learned.types).toEqual(
      ['beast', 'large', 'mobile', 'small', 'young'].sort(
        (a, b) => learned.types.indexOf(a) - learned.types.indexOf(b),
      ),
    );
    expect(learned.types).not.toContain('thing'); // all have it
    expect(learned.learnedFrom + learned.heldOut.entities).toBe(entities);
    expect(types.map(({ type }) => type).sort()).toEqual([...learned.types].sort());
    const probabilities = types.map(({ probability }) => probability);
    expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));
    // The words of the types are in the texts that were learned from.
    expect(
      types
        .slice(0, 2)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['beast', 'small']);
    for (const probability of probabilities.slice(0, 2)) expect(probability).toBeGreaterThan(0.5);
    expect(learned.heldOut.f1).toBeGreaterThan(0.5);
  });

  it('of a stored entity are those of its text, whatever it has', async () => {
    const { name, description } = (await services.entities.getMany(['t:00003'])).get('t:00003')!;
    const [stored, described] = [
      await classify({ subject: { id: 't:00003' } }),
      await classify({ subject: { name, description } }),
    ];
    stored.types.forEach(({ type, probability }, i) => {
      expect(described.types[i]!.type).toBe(type);
      expect(described.types[i]!.probability).toBeCloseTo(probability, 4);
    });
  });

  it('are cut to those asked for', async () => {
    expect((await classify({ first: 1 })).types).toHaveLength(1);
    const among = ['large', 'small', 'small'];
    expect((await classify({ among })).types.map(({ type }) => type)).toEqual(['small', 'large']);
    await expect(classify({ among: ['smal'] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/The type "smal" was not learned.*nearest in spelling: "small"/),
    });
  });

  it.each([
    ['an unknown entity', { subject: { id: 'nobody' } }, 'NOT_FOUND'],
    ['an unknown model', { model: 'none' }, 'NOT_FOUND'],
    ['an empty name', { subject: { name: ' ' } }, 'BAD_INPUT'],
    ['an empty type', { among: [' '] }, 'BAD_INPUT'],
    ['no place for an answer', { first: 0 }, 'BAD_INPUT'],
  ])('refuse %s', async (_, request, code) => {
    await expect(classify(request)).rejects.toMatchObject({ code });
  });

  it('are learned once for all who wait, and anew when that is asked for', async () => {
    const [first, again] = [await classify(), await classify()];
    expect(again.learned).toBe(first.learned);
    await db.write(
      "MATCH (e:Entity {source: 'tiny'}) SET e.types = [x IN e.types WHERE x <> 'beast'], e.updatedAt = timestamp()",
    );
    expect((await classify()).learned.types).toContain('beast');
    const [one, other] = await Promise.all([
      services.classification.learn(),
      services.classification.learn('bow'),
    ]);
    expect(one.learned).toBe(other.learned);
    expect(one.learned.types).not.toContain('beast');
    expect((await classify()).learned).toBe(one.learned);
  });

  it('that are old are learned anew in the background, where entities have changed', async () => {
    const model = services.models.model();
    const short = new LearnedTypesByModel(db, services.models, -1);
    const first = await short.of(model);
    expect(await short.of(model)).toBe(first);
    await giveTypes();
    // What was begun before the types came may end first, without them.
    const renewed = await until('the new type is learned', async () => {
      const known = await short.of(model);
      return known.types.includes('beast') && known;
    });
    expect(renewed).not.toBe(first);
    short.close();
  });

  it('are told no more when they are taken away', async () => {
    const { classification } = services;
    await db.write('MATCH (e:Entity) SET e.types = [], e.updatedAt = timestamp()');
    const nothing = {
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/^Only 0 entities/) as string,
    };
    await expect(classification.learn()).rejects.toMatchObject(nothing);
    const first = await classify().catch((error: unknown) => error);
    expect(first).toMatchObject(nothing);
    await giveTypes();
    expect((await classify()).learned.types).toContain('beast');
  });

  it('of many entities are learned from a sample, the same each time', async () => {
    const model = services.models.model();
    const [all, some, again] = [
      await typedVectors(db, model),
      await typedVectors(db, model, 30),
      await typedVectors(db, model, 30),
    ];
    expect(all.types).toHaveLength(entities);
    expect(some.types).toHaveLength(30);
    expect(some.vectors).toHaveLength(30 * model.card.dimension);
    expect(again).toEqual(some);
  });

  it('are given up when the process closes', async () => {
    const others = await createServices({
      db,
      settings: loadSettings({ KINDRED_DATA: dataFolder }),
      serving: true,
    });
    const waiting = others.classification.learn();
    const ended = expect(waiting).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await others.close();
    await ended;
  });
});
