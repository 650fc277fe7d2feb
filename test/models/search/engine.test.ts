import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SearchDocument } from '../../../src/models/search/document';
import { Analyzer } from '../../../src/models/search/analysis';
import { SearchEngine } from '../../../src/models/search/engine/searchEngine';
import type { DocumentFilter } from '../../../src/models/search/query/filter';
import { defaultParameters } from '../../../src/models/search/ranking/defaultParameters';
import { SegmentSet } from '../../../src/models/search/segments/segmentSet';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-search-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const document = (id: string, name: string, version = 1): SearchDocument => ({
  ...{ id, version, popularity: 0, keys: [`type:${name.split(' ')[0]}`] },
  texts: { names: [name], aliases: [], description: [`it is a ${name}`], types: [], related: [] },
});
const ids = async (engine: SearchEngine, text: string, filter?: DocumentFilter) =>
  (await engine.search({ text, filter, parameters: defaultParameters, first: 10 })).map(({ id }) => id);

describe('a search engine', () => {
  it('finds what was put, at once, and counts all of it', async () => {
    const { engine, loaded } = await SearchEngine.open({ language: 'en' });
    expect(loaded).toEqual({ mark: undefined, documents: 0 });
    await engine.put([document('a', 'small dog'), document('b', 'large dog'), document('c', 'cat')]);
    expect(await ids(engine, 'dogs')).toEqual(['a', 'b']);
    const filter = { keys: [['type:small', 'type:cat']] };
    expect(await ids(engine, 'dog cat', filter)).toEqual(['c', 'a']);
    expect(await engine.passing(['c', 'b', 'nowhere', 'a'], filter)).toEqual(['c', 'a']);
    expect((await engine.allPassing(filter)).sort()).toEqual(['a', 'c']);
    expect(await engine.count({ text: 'dog cat', filter }, 'type:')).toEqual({
      total: 2,
      having: new Map([
        ['type:cat', 1],
        ['type:small', 1],
      ]),
    });
    expect(await engine.suggest('do', 5)).toEqual(['a', 'b']);
    await engine.remove(['a']);
    await engine.put([document('b', 'tree', 0)]); // older than what is there
    expect(await ids(engine, 'dog')).toEqual(['b']);
    expect(await engine.versions()).toEqual(
      new Map([
        ['b', 1],
        ['c', 1],
      ]),
    );
    await engine.close();
    await expect(engine.suggest('d', 1)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('lets go of twenty thousand at once in less than a second', () => {
    const set = new SegmentSet(new Analyzer('none'));
    const all = Array.from({ length: 20_000 }, (_, i) => document(`e${i}`, 'thing'));
    set.put(all);
    const start = performance.now();
    set.remove(all.slice(1).map(({ id }) => id));
    expect(performance.now() - start).toBeLessThan(1000);
    expect(set.documentsWith('thing')).toBe(1);
  });

  it('merges in the background, and loses nothing that changes meanwhile', async () => {
    const { engine } = await SearchEngine.open({ language: 'en' });
    const many = (from: number) =>
      Array.from({ length: 400 }, (_, i) => document(`e${from + i}`, `thing number${from + i}`));
    for (let from = 0; from < 3600; from += 400) await engine.put(many(from));
    await engine.remove(['e17']);
    await engine.put([document('e18', 'zebra', 2)]);
    await engine.settle();
    expect(await ids(engine, 'number17')).toEqual([]);
    expect(await ids(engine, 'number18')).toEqual([]);
    expect(await ids(engine, 'zebra number3599')).toEqual(expect.arrayContaining(['e18', 'e3599']));
    expect((await engine.versions()).size).toBe(3599);
    await engine.close();
  });

  it('is saved, and loaded as it was', async () => {
    const { engine } = await SearchEngine.open({ language: 'en', source: 'here' });
    await engine.put([document('a', 'small dog'), document('b', 'large dog')]);
    await engine.put([document('c', 'dog')]);
    await engine.remove(['a']);
    await engine.save(folder, 42);
    const before = await ids(engine, 'dog');
    await engine.close();
    const again = await SearchEngine.open({ language: 'en', source: 'here', folder });
    expect(again.loaded).toEqual({ mark: 42, documents: 2 });
    expect(await ids(again.engine, 'dog')).toEqual(before);
    const [old, young] = ['old', 'young'].map((name) => path.join(folder, `${name}.segment.1.partial`));
    for (const file of [old!, young!]) fs.writeFileSync(file, '');
    fs.utimesSync(old!, 0, 0);
    await again.engine.save(folder, 43);
    expect([old!, young!].map((file) => fs.existsSync(file))).toEqual([false, true]);
    await again.engine.close();

    // Another language cuts words otherwise, another source has other texts, and damage is not believed.
    for (const origin of [
      { language: 'de', source: 'here' } as const,
      { language: 'en', source: 'there' } as const,
    ]) {
      const other = await SearchEngine.open({ ...origin, folder });
      expect(other.loaded).toEqual({ mark: undefined, documents: 0 });
      await other.engine.close();
    }
    const [file] = fs.readdirSync(folder).filter((name) => name.endsWith('.segment'));
    fs.appendFileSync(path.join(folder, file!), '!');
    const damaged = await SearchEngine.open({ language: 'en', source: 'here', folder });
    expect(damaged.loaded).toEqual({ mark: undefined, documents: 0 });
    expect(fs.existsSync(path.join(folder, file!))).toBe(false); // or it would never be written again
    await damaged.engine.close();
  });
});
