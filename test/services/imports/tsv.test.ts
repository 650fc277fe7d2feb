import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Database } from '../../../src/graph/database';
import { findEntities } from '../../../src/graph/entities';
import { createEntities, deleteEntity, updateEntity } from '../../../src/graph/entityWrites';
import { listRelations, updateRelation } from '../../../src/graph/relations';
import { importTsv, type TsvOptions } from '../../../src/services/imports';
import { entity } from '../../graph/samples';
import { clear, testDatabase } from '../../support/neo4j';
import { describeSharedData, sharedData } from '../../support/sharedData';

jest.setTimeout(120_000);

let db: Database;
let folder: string;

beforeAll(async () => {
  db = await testDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-import-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => clear(db));

/** Write lines (columns parted by `|`) to a file and give its path. */
function table(name: string, ...lines: string[]): string {
  const file = path.join(folder, name);
  writeFileSync(file, lines.map((line) => line.replaceAll('|', '\t')).join('\n'));
  return file;
}

const counts = async () =>
  (
    await db.read<{ entities: number; triples: number }>(
      'RETURN COUNT { (:Entity) } AS entities, COUNT { ()-[:TRIPLE]->() } AS triples',
    )
  )[0];
const get = async (id: string) => (await findEntities(db, [id])).get(id);

describe('types', () => {
  it('are given to entities, and stay where an import tells none', async () => {
    const triples = table('triples.tsv', 'a|near|b', 'b|near|c');
    const texts = table('texts.tsv', 'a|apple|a fruit', 'd|date|another');
    const types = table('types.tsv', 'a|fruit', 'b|tree', 'a|food', 'a|fruit', 'a', 'e|ghost');
    const typesNow = async () =>
      Object.fromEntries(
        [...(await findEntities(db, 'a b c d e'.split(' '))).values()].map((e) => [e.id, e.types]),
      );
    await importTsv(db, { triples: [triples], texts });
    expect(await typesNow()).toEqual({ a: [], b: [], c: [], d: [] });
    const report = await importTsv(db, { triples: [triples], texts, types });
    expect(report).toMatchObject({
      entitiesCreated: 1,
      entitiesUpdated: 1,
      badLines: [{ file: types, line: 5, why: 'Expected 2 (id, type) columns parted by tabs; found 1.' }],
    });
    const given = { a: ['fruit', 'food'], b: ['tree'], c: [], d: [], e: ['ghost'] };
    expect(await typesNow()).toEqual(given);
    await importTsv(db, { triples: [triples], texts });
    expect(await typesNow()).toEqual(given);
    await importTsv(db, { triples: [triples], texts, types: table('types.tsv', 'd|fruit') });
    expect(await typesNow()).toEqual({ ...given, a: [], d: ['fruit'] });
  });
});

describe('importing tables', () => {
  it('leaves texts of relations that a curator or another file has told', async () => {
    const triples = table('told.tsv', 'a|is|b', 'b|has|a', 'a|likes|b');
    const told = (text: string) => table('told-relations.tsv', `is|${text}`, `has|${text}`);
    const texts = async () => (await listRelations(db)).map(({ id, name }) => [id, name]).sort();
    await importTsv(db, { triples: [triples], relationTexts: told('first') });
    await db.transaction('WRITE', (run) => updateRelation(run, 'has', { name: 'of a curator' }));
    await importTsv(db, { triples: [triples] });
    const kept = [
      ['has', 'of a curator'],
      ['is', 'first'],
      ['likes', 'likes'],
    ];
    expect(await texts()).toEqual(kept);
    await importTsv(db, { triples: [triples], relationTexts: told('of others'), source: 'another' });
    expect(await texts()).toEqual(kept);
    await importTsv(db, { triples: [triples], relationTexts: told('second') });
    expect(await texts()).toEqual([kept[0], ['is', 'second'], kept[2]]);
  });

  it('stores entities, relations and triples, and names what it left out', async () => {
    const triples = table('triples.tsv', 'a|_is_a|b', 'a|_is_a', 'b|near|c', 'a|_is_a|b', '', '|near|c');
    const more = table('more.tsv', 'a|_is_a|b', 'c|near|c');
    const texts = table(
      'texts.tsv',
      'a|apple -- a fruit',
      'b|fruit',
      'a|again -- no',
      'd|date -- another -- one',
    );
    const relationTexts = table('relations.tsv', '_is_a|is a kind of', 'unused|not used');
    const report = await importTsv(db, { triples: [triples, more], texts, relationTexts, textStyle: 'dash' });
    expect(report).toMatchObject({
      source: 'tsv',
      entities: 4,
      entitiesCreated: 4,
      relations: 3,
      triplesRead: 5,
      triplesStored: 3,
      triplesAdded: 3,
      duplicates: 2,
      badLineCount: 3,
      badLines: [
        { file: texts, line: 3, why: 'The id "a" has a text on an earlier line already.' },
        { file: triples, line: 2, why: 'Expected 3 (head, relation, tail) columns parted by tabs; found 2.' },
        { file: triples, line: 6, why: 'The id is empty. Give at least one visible character.' },
      ],
      notes: [
        'The name of an entity is what stands before " -- " in its text.',
        'Entities without a text, named by their ids: 1.',
      ],
    });
    expect(await counts()).toEqual({ entities: 4, triples: 3 });
    expect(await get('a')).toMatchObject({
      name: 'apple',
      description: 'a fruit',
      source: 'tsv',
      revision: 1,
    });
    expect(await get('c')).toMatchObject({
      name: 'c',
      description: '',
      source: 'tsv',
      aliases: [],
      types: [],
    });
    expect(await get('d')).toMatchObject({ name: 'date', description: 'another -- one' });
    expect(await listRelations(db)).toEqual([
      { id: '_is_a', name: 'is a kind of', description: '' },
      { id: 'near', name: 'near', description: '' },
      { id: 'unused', name: 'not used', description: '' },
    ]);
  });

  it('changes nothing the second time', async () => {
    const options = {
      triples: [table('t.tsv', 'a|r|b', 'b|r|c')],
      texts: table('x.tsv', 'a|apple, a fruit'),
    };
    await importTsv(db, options);
    const before = await findEntities(db, ['a', 'b', 'c']);
    await expect(importTsv(db, options)).resolves.toMatchObject({
      entities: 3,
      entitiesCreated: 0,
      entitiesUpdated: 0,
      triplesStored: 2,
      triplesAdded: 0,
    });
    expect(await findEntities(db, ['a', 'b', 'c'])).toEqual(before);
    expect(await counts()).toEqual({ entities: 3, triples: 2 });
  });

  it('counts every bad line and names the first hundred', async () => {
    const bad = Array.from({ length: 150 }, () => 'x');
    const triples = [table('bad.tsv', ...bad, 'a|near|b')];
    const report = await importTsv(db, { triples });
    expect(report.badLineCount).toBe(150);
    expect(report.badLines.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(await counts()).toEqual({ entities: 2, triples: 1 });
  });

  it('fails where no line can be read, before anything is written', async () => {
    const triples = table('noise.tsv', 'no tabs here', 'nor here');
    await expect(importTsv(db, { triples: [triples] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/None of the 2 lines could be read.*noise\.tsv:1: Expected 3/) as string,
    });
    expect(await counts()).toEqual({ entities: 0, triples: 0 });
  });

  it('says nothing of the form of texts that have a column for name and description each', async () => {
    const triples = table('triples.tsv', 'a|near|b');
    const texts = table('texts.tsv', 'a|apple -- red|a fruit', 'b|banana|another');
    expect((await importTsv(db, { triples: [triples], texts })).notes).toEqual([]);
    expect(await get('a')).toMatchObject({ name: 'apple -- red', description: 'a fruit' });
  });

  it('takes files with nothing in them', async () => {
    const empty = table('empty.tsv');
    await expect(
      importTsv(db, { triples: [empty], texts: empty, relationTexts: empty }),
    ).resolves.toMatchObject({ entities: 0, relations: 0, triplesRead: 0, triplesPerSecond: 0 });
    await expect(importTsv(db, { triples: [] })).resolves.toMatchObject({ entities: 0 });
  });
});

describe('texts that have changed', () => {
  const textsOf = (...lines: string[]): TsvOptions => ({ triples: [], texts: table('x.tsv', ...lines) });

  it('are taken over, in a new revision without the vectors of the old one', async () => {
    await db.write(
      `CREATE (:Model {id: 'm@1', state: 'current', vectorProperty: 'vec_m_1'}),
         (:Model {id: 'm@2', state: 'writing', vectorProperty: 'vec_m_2'}),
         (:Model {id: 'm@0', state: 'retired', vectorProperty: 'vec_m_0'})`,
    );
    await importTsv(db, textsOf('a|apple|a fruit', 'b|bread|a food'));
    await db.write(
      'MATCH (e:Entity) SET e.vec_m_0 = [1.0], e.vec_m_1 = [1.0], e.vec_m_2 = [1.0], e.types = []',
    );
    const before = await get('b');

    const report = await importTsv(db, textsOf('a|apple|a round fruit', 'b|bread|a food'));
    expect(report).toMatchObject({ entitiesCreated: 0, entitiesUpdated: 1, entitiesKept: 0 });
    expect(await get('a')).toMatchObject({ description: 'a round fruit', revision: 2 });
    expect(await get('b')).toEqual(before);
    const rows = await db.read<{ id: string; vectors: string[] }>(
      `MATCH (e:Entity) RETURN e.id AS id, [key IN keys(e) WHERE key STARTS WITH 'vec_' | key] AS vectors ORDER BY id`,
    );
    expect(rows.map(({ id, vectors }) => [id, vectors.sort()])).toEqual([
      ['a', ['vec_m_0']],
      ['b', ['vec_m_0', 'vec_m_1', 'vec_m_2']],
    ]);
  });

  it('reach an entity that was known from triples only', async () => {
    await importTsv(db, { triples: [table('t.tsv', 'a|r|b')] });
    await importTsv(db, textsOf('a|apple|a fruit'));
    expect(await get('a')).toMatchObject({ name: 'apple', description: 'a fruit', revision: 2 });
    await importTsv(db, { triples: [table('t.tsv', 'a|r|b')] });
    expect(await get('a')).toMatchObject({ name: 'apple', description: 'a fruit', revision: 2 });
  });

  it('do not reach an entity that is a curator’s, or another import’s', async () => {
    await importTsv(db, textsOf('a|apple|a fruit'));
    await db.transaction('WRITE', async (run) => {
      await updateEntity(run, 'a', { description: 'mine', source: 'curated' }, 'ann');
      await createEntities(
        run,
        [entity('b', { name: 'bread' }), entity('c', { source: 'wordnet-3.0' })],
        'ann',
      );
    });
    const before = await findEntities(db, ['a', 'b', 'c']);
    const report = await importTsv(db, textsOf('a|apple|x', 'b|x|x', 'c|x|x'));
    expect(report).toMatchObject({ entitiesCreated: 0, entitiesUpdated: 0, entitiesKept: 3 });
    expect(await findEntities(db, ['a', 'b', 'c'])).toEqual(before);
  });

  it('bring a deleted entity back, without its tombstone', async () => {
    await importTsv(db, textsOf('a|apple|a fruit'));
    await db.transaction('WRITE', (run) => deleteEntity(run, 'a'));
    await expect(importTsv(db, textsOf('a|apple|a fruit'))).resolves.toMatchObject({ entitiesCreated: 1 });
    await expect(db.read('MATCH (t:Tombstone) RETURN t')).resolves.toEqual([]);
  });
});

describe('an import that is refused', () => {
  it('strictly, at the first bad line, before anything is written', async () => {
    const triples = [table('good.tsv', 'a|r|b'), table('bad.tsv', 'b|r|c', 'b|r')];
    await expect(importTsv(db, { triples, strict: true })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: `${triples[1]!}:2: Expected 3 (head, relation, tail) columns parted by tabs; found 2. Nothing was imported.`,
      details: { file: triples[1], line: 2 },
    });
    expect(await counts()).toEqual({ entities: 0, triples: 0 });
    await expect(listRelations(db)).resolves.toEqual([]);
  });

  it('for a file that is missing', async () => {
    const triples = [table('good.tsv', 'a|r|b'), path.join(folder, 'nothing.tsv')];
    await expect(importTsv(db, { triples })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(`${triples[1]!} cannot be read`) as string,
    });
    expect(await counts()).toEqual({ entities: 0, triples: 0 });
  });
});

describe('an import that is stopped', () => {
  it('ends between two batches and can go on', async () => {
    const lines = Array.from({ length: 9_000 }, (_, i) => `e${i}|r|e${i + 1}`);
    const options = { triples: [table('long.tsv', ...lines)] };
    const stop = new AbortController();
    const stopped = importTsv(db, {
      ...options,
      signal: stop.signal,
      onProgress: ({ stage, done }) => {
        if (stage === 'importing triples' && done >= 4_000) stop.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({
      code: 'CANCELLED',
      message: 'The import was stopped after 9001 entities and 4000 triples. Run it again to go on.',
    });
    expect(await counts()).toEqual({ entities: 9_001, triples: 4_000 });
    await expect(importTsv(db, options)).resolves.toMatchObject({
      triplesStored: 9_000,
      triplesAdded: 5_000,
    });
    expect(await counts()).toEqual({ entities: 9_001, triples: 9_000 });
  });

  it('before it began, writes nothing', async () => {
    const options = { triples: [table('t.tsv', 'a|r|b')], signal: AbortSignal.abort() };
    await expect(importTsv(db, options)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await counts()).toEqual({ entities: 0, triples: 0 });
  });
});

describe('two imports at once', () => {
  it('of the same tables make one graph', async () => {
    const hub = Array.from({ length: 4_000 }, (_, i) => `e${i % 700}|r${i % 7}|hub${i % 3}`);
    const reversed = table('reversed.tsv', ...[...hub].reverse());
    const reports = await Promise.all([
      importTsv(db, { triples: [table('hub.tsv', ...hub)], source: 'one' }),
      importTsv(db, { triples: [reversed], source: 'two' }),
    ]);
    const distinct = new Set(hub).size;
    expect(reports.map(({ triplesStored }) => triplesStored)).toEqual([distinct, distinct]);
    expect(await counts()).toEqual({ entities: 703, triples: distinct });
  });
});

describeSharedData('the data sets (skipped without ../shared/data)', () => {
  // Not left to the next test, which may have less time.
  afterAll(() => clear(db));

  const files = (set: string, ...names: string[]) => names.map((name) => sharedData(set, name));

  it('umls: 135 entities, 46 relations, 6,529 triples', async () => {
    const report = await importTsv(db, {
      triples: files('umls', 'train.tsv', 'dev.tsv', 'test.tsv'),
      texts: files('umls', 'entity2textlong.txt')[0],
      strict: true,
    });
    expect(report).toMatchObject({ entities: 135, relations: 46, triplesRead: 6_529, duplicates: 0 });
    expect(await counts()).toEqual({ entities: 135, triples: 6_529 });
    expect(await get('amino_acid_peptide_or_protein')).toMatchObject({
      name: 'amino acid peptide or protein',
    });
  });

  it('wn18rr: 40,943 entities, 11 relations, 93,003 triples', async () => {
    const report = await importTsv(db, {
      triples: files('wn18rr', 'train.tsv', 'dev.tsv', 'test.tsv'),
      texts: files('wn18rr', 'entity2text.txt')[0],
      relationTexts: files('wn18rr', 'relation2text.txt')[0],
      strict: true,
    });
    expect(report).toMatchObject({ entities: 40_943, relations: 11, triplesRead: 93_003, duplicates: 0 });
    expect(await counts()).toEqual({ entities: 40_943, triples: 93_003 });
  });
});
