import { importTriples } from '../../src/graph/bulk';
import type { Database } from '../../src/graph/database';
import type { Entity, Services } from '../../src/services';
import { serve, temporaryFolder } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';

let db: Database;
let services: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await tinyGraph(db, 30);
  services = await serve(db, await temporaryFolder());
});

/** Ids of the entities with a triple of a relation, by the search index. */
const foundWith = async (relation: string): Promise<string[]> => {
  const query = 'dog cat tree house telephone animal water fire earth air';
  const { found } = await services.search.search({ query, filter: { relations: [relation] }, first: 50 });
  return found.map(({ entityId }) => entityId);
};

const create = async (): Promise<Entity> =>
  (await services.curation.createEntities([{ name: 'young fire' }], 'a curator'))[0]!;

describe('triples', () => {
  const near = (head: string, tail: string) => ({ head, relation: 'near', tail });

  it('are added once and removed', async () => {
    const { id } = await create();
    const triples = [near(id, 't:00001'), near(id, 't:00002')];
    expect(await services.links.addTriples([...triples, triples[0]!], 'ann')).toEqual({
      added: 2,
      existing: 1,
    });
    expect(await services.links.addTriples(triples, 'ann', 'predicted')).toEqual({
      added: 0,
      existing: 2,
    });
    expect(
      await db.read(
        'MATCH (:Entity {id: $id})-[t:TRIPLE]->() RETURN DISTINCT t.by AS by, t.source AS source',
        { id },
      ),
    ).toEqual([{ by: 'ann', source: 'curated' }]);
    expect(await services.links.removeTriples([triples[0]!, near(id, 't:00003')])).toEqual({
      removed: 1,
      missing: 1,
    });
  });

  it.each([
    [near('t:00001', 'gone'), 'There is no entity with id "gone". Check the spelling.', 'NOT_FOUND'],
    [near('gone', 't:00001'), 'There is no entity with id "gone". Check the spelling.', 'NOT_FOUND'],
    [
      { head: 't:00001', relation: 'gone', tail: 't:00002' },
      'There is no relation with id "gone". There are: over, near.',
      'NOT_FOUND',
    ],
    [near('t:00001', ''), 'triples[1]: The tail is empty. Give at least one visible character.', 'BAD_INPUT'],
  ])('are refused as a whole with one to something missing: %j', async (wrong, message, code) => {
    const { id } = await create();
    await expect(services.links.addTriples([near(id, 't:00001'), wrong], 'ann')).rejects.toMatchObject({
      code,
      message,
    });
    expect(await db.read('MATCH (:Entity {id: $id})-[t:TRIPLE]->() RETURN t', { id })).toEqual([]);
  });
});

describe('a relation', () => {
  it('is made once, cleaned, and triples can be of it at once', async () => {
    const relation = await services.links.createRelation({
      id: 'invented by',
      name: ' invented by ',
      description: '',
    });
    expect(relation).toEqual({ id: 'invented by', name: 'invented by', description: '' });
    expect(await services.entities.relations()).toContainEqual(relation);
    await expect(services.links.createRelation({ ...relation, name: 'other' })).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      message: expect.stringMatching(/relation with id "invented by"/) as string,
    });
    const triple = { head: 't:00001', relation: 'invented by', tail: 't:00002' };
    expect(await services.links.addTriples([triple], 'ann')).toEqual({ added: 1, existing: 0 });
  });

  it('can be corrected', async () => {
    await services.links.createRelation({ id: 'mistaken', name: 'mistakn', description: 'what it is' });
    const update = services.links.updateRelation.bind(services.links);
    const right = { id: 'mistaken', name: 'mistaken', description: 'what it is' };
    expect(await update('mistaken', { name: ' mistaken ' })).toEqual(right);
    expect(await update('mistaken', { description: '' })).toEqual({ ...right, description: '' });
    expect(await services.entities.relations()).toContainEqual({ ...right, description: '' });
    await expect(update('mistaken', { name: ' ' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(update('mistakn', { name: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('mistaken') as string,
    });
  });

  it('is deleted, with triples only where so many are said to go', async () => {
    const relation = { id: 'doomed', name: 'doomed', description: 'soon gone' };
    const remove = services.links.deleteRelation.bind(services.links);
    await services.links.createRelation(relation);
    const triples = ['t:00002', 't:00003'].map((tail) => ({ head: 't:00001', relation: 'doomed', tail }));
    await services.links.addTriples(triples, 'ann');
    expect(await foundWith('doomed')).toHaveLength(3);
    for (const most of [undefined, 1])
      await expect(remove('doomed', most)).rejects.toMatchObject({
        code: 'CONFLICT',
        message:
          'There are 2 triples of "doomed". To delete them with it, say that so many may go: withTriples: 2.',
        details: { id: 'doomed', triples: 2 },
      });
    expect(await services.entities.relations()).toContainEqual(relation);

    expect(await remove('doomed', 2)).toEqual(relation);
    expect(await services.entities.relations()).not.toContainEqual(relation);
    expect(await db.read('MATCH ()-[t:TRIPLE {relation: "doomed"}]->() RETURN t')).toEqual([]);
    expect(await foundWith('doomed')).toEqual([]);
    await expect(remove('doomed')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(services.links.addTriples(triples, 'ann')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await services.links.createRelation(relation);
    expect(await remove('doomed')).toEqual(relation);
  });

  it('that is deleted while an import writes triples of it comes back, named by its id', async () => {
    await services.links.createRelation({ id: 'imported', name: 'an import has it', description: '' });
    await services.links.deleteRelation('imported');
    const triple = { head: 't:00001', relation: 'imported', tail: 't:00002' };
    await importTriples(db, [triple], { by: 'an import', at: 1 });
    const bare = { id: 'imported', name: 'imported', description: '' };
    expect(await services.entities.relations()).toContainEqual(bare);
  });

  it.each([
    ['', 0, /id is empty/],
    ['near', -1, /withTriples is -1/],
  ])('is not deleted by %j and %j', async (id, most, message) => {
    await expect(services.links.deleteRelation(id, most)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });

  it('of one id is made by one of many who ask at once', async () => {
    const asked = Array.from({ length: 8 }, (_, i) =>
      services.links.createRelation({ id: 'raced', name: `by ${i}`, description: '' }),
    );
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'ALREADY_EXISTS' });
    }
  });

  it.each([
    [{ id: '', name: 'x', description: '' }, /id is empty/],
    [{ id: 'r', name: ' ', description: '' }, /name is empty/],
    [{ id: 'a\nb', name: 'x', description: '' }, /id/],
  ])('%j is refused', async (relation, message) => {
    await expect(services.links.createRelation(relation)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });
});
