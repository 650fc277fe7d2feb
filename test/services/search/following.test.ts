import fs from 'node:fs';
import path from 'node:path';
import { importEntities } from '../../../src/graph/bulk';
import { storeClock } from '../../../src/graph/changes';
import { searchChangesSince } from '../../../src/graph/searchTexts';
import type { Database } from '../../../src/graph/database';
import { defaultParameters } from '../../../src/models/search/ranking/defaultParameters';
import type { Services } from '../../../src/services';
import { SearchIndex } from '../../../src/services/search/searchIndex';
import { serve, temporaryFolder } from '../../support/models';
import { clear, testDatabase } from '../../support/neo4j';
import { until } from '../../support/workers';
import { add, create, entity, relate, triple } from '../../graph/samples';

let db: Database;
let dataFolder: string;
let services: Services;
let other: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await create(db, [
    entity('a', { name: 'apple', description: 'a fruit' }),
    entity('b', { name: 'basket', description: 'holds things' }),
  ]);
  await relate(db, 'in');
  await add(db, [triple('a', 'in', 'b')]);
  dataFolder = await temporaryFolder();
  services = await serve(db, dataFolder);
  other = await serve(db, await temporaryFolder());
  await found(other, 'apple'); // its index is made
});

async function found({ search }: Services, query: string): Promise<string[]> {
  return (await search.search({ query, first: 10 })).found.map(({ entityId }) => entityId).sort();
}

async function soon(query: string, ids: string[]): Promise<void> {
  await until(`another process finds ${ids.join()} for ${query}`, async () => {
    return JSON.stringify(await found(other, query)) === JSON.stringify(ids);
  });
}

describe('the search index', () => {
  it('finds what was created, changed and deleted with the next query, and soon in other processes', async () => {
    await services.curation.createEntities([{ id: 'c', name: 'cherry', description: 'a red fruit' }], 'me');
    expect(await found(services, 'cherry')).toEqual(['c']);
    expect(await services.search.suggest('cherr', 3)).toEqual(['c']);
    await soon('cherry', ['c']);
    await services.curation.updateEntity('c', { name: 'sour cherry', aliases: ['morello'] }, 'me');
    expect(await found(services, 'morello')).toEqual(['c']);
    await soon('morello', ['c']);
    await services.curation.deleteEntity('c');
    expect(await found(services, 'cherry')).toEqual([]);
    await soon('cherry', []);
    await services.curation.createEntities([{ id: 'c', name: 'cherry', description: 'again' }], 'me');
    expect(await found(services, 'cherry')).toEqual(['c']);
    await soon('cherry', ['c']);
  });

  it('finds an entity by what it is linked to, as soon as it is, by whichever process', async () => {
    expect(await found(services, 'basket')).toEqual(['a', 'b']);
    await services.links.addTriples([{ head: 'c', relation: 'in', tail: 'b' }], 'me');
    expect(await found(services, 'basket')).toEqual(['a', 'b', 'c']);
    await soon('basket', ['a', 'b', 'c']);
    await services.links.removeTriples([{ head: 'c', relation: 'in', tail: 'b' }]);
    expect(await found(services, 'basket')).toEqual(['a', 'b']);
    await soon('basket', ['a', 'b']);
    await services.curation.updateEntity('b', { name: 'crate' }, 'me');
    await soon('crate', ['a', 'b']);
    await until('the neighbour is found by the new name', async () => {
      return (await found(services, 'crate')).length === 2;
    });
  });

  it('finds no more what is deleted, though it was linked since it was written', async () => {
    await services.curation.createEntities([{ id: 'e', name: 'elder', description: 'a tree' }], 'me');
    await services.links.addTriples([{ head: 'e', relation: 'in', tail: 'b' }], 'me');
    expect(await found(services, 'elder')).toContain('e');
    await services.curation.deleteEntity('e');
    expect(await found(services, 'tree')).toEqual([]);
  });

  it('hears of the neighbours of what an import has renamed', async () => {
    const pear = (name: string) => ({
      ...{ id: 'p', name, aliases: [], description: '', examples: [], types: [], language: 'en' },
      source: 'file',
    });
    const stamp = { by: 'import', at: 0 };
    await importEntities(db, [pear('pear')], stamp);
    await add(db, [triple('p', 'in', 'b')]);
    const changedBy = async (name: string) => {
      const since = await storeClock(db);
      await new Promise((resolve) => setTimeout(resolve, 2)); // a time of its own
      await importEntities(db, [pear(name)], stamp);
      return (await searchChangesSince(db, since)).changed.map(({ id }) => id).sort();
    };
    expect(await changedBy('pear')).toEqual([]);
    expect(await changedBy('quince')).toEqual(['b', 'p']);
  });

  it('can be asked where it cannot be saved', async () => {
    const folder = await temporaryFolder();
    fs.writeFileSync(path.join(folder, 'search'), 'no folder');
    const index = new SearchIndex({ db, dataFolder: folder, language: 'en' });
    const engine = await index.ready();
    expect((await engine.versions()).has('b')).toBe(true);
    await index.close();
  });

  it('is loaded from what was saved, and brought up to what has changed since', async () => {
    const open = () => new SearchIndex({ db, dataFolder, language: 'en' });
    const ask = async (index: SearchIndex, text: string) => {
      const engine = await index.ready();
      const hits = await engine.search({ text, parameters: defaultParameters, first: 10 });
      return hits.map(({ id }) => id).sort();
    };
    const first = open();
    expect(await ask(first, 'fruit')).toEqual(['a']);
    await first.close();
    await create(db, [entity('d', { name: 'damson', description: 'a fruit' })]);
    await db.write("MATCH (e:Entity {id: 'a'}) DETACH DELETE e"); // by hand, with no trace
    const second = open();
    expect(await ask(second, 'fruit')).toEqual(['d']);
    await second.close();

    // What is of another store is not believed, though it has as many entities and is not younger.
    await db.write("MATCH (e:Entity {id: 'd'}) SET e.name = 'plum', e.updatedAt = 1");
    const third = open();
    expect(await ask(third, 'damson')).toEqual(['d']);
    await third.close();
    const list = path.join(dataFolder, 'search', 'en', 'index.json');
    fs.writeFileSync(
      list,
      JSON.stringify({ ...JSON.parse(fs.readFileSync(list, 'utf8')), source: 'another' }),
    );
    const fourth = open();
    expect(await ask(fourth, 'damson')).toEqual([]);
    expect(await ask(fourth, 'plum')).toEqual(['d']);
    await fourth.close();
  });

  it('answers of an empty store, and of its first entity', async () => {
    await clear(db);
    const fresh = await serve(db, await temporaryFolder());
    expect(await found(fresh, 'apple')).toEqual([]);
    expect(await fresh.search.suggest('app', 3)).toEqual([]);
    expect(await fresh.search.count({ query: 'apple' })).toEqual({ total: 0, types: [] });
    await fresh.curation.createEntities([{ id: 'x', name: 'apple', description: '' }], 'me');
    expect(await found(fresh, 'apple')).toEqual(['x']);
    expect(await fresh.search.suggest('app', 3)).toEqual(['x']);
    const [hit] = (await fresh.search.search({ query: 'apple', first: 1 })).found;
    expect(hit!.score).toBeGreaterThan(0);
  });
});
