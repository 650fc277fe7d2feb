import fc from 'fast-check';
import type { Database } from '../../../src/graph/database';
import type { Services } from '../../../src/services';
import { serve, temporaryFolder } from '../../support/models';
import { clear, testDatabase } from '../../support/neo4j';
import { add, create, entity, relate, triple } from '../../graph/samples';

let db: Database;
let services: Services;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await create(db, [
    entity('band', { name: 'AC/DC', description: 'an Australian rock band', types: ['band'] }),
    entity('current', { name: 'alternating current', aliases: ['AC'], description: 'not DC' }),
    entity('dog', {
      ...{ name: 'dog', aliases: ['domestic dog'], description: 'an animal that barks' },
      types: ['noun.animal', 'noun'],
    }),
    entity('dogs', { name: 'guide dogs', description: 'dogs that guide; a dog, a dog', types: ['noun'] }),
    entity('verb', { name: 'DOG', description: 'go after', types: ['verb'] }),
    entity('barking', { name: 'noise', description: 'the barking of many animals', types: ['noun'] }),
    entity('crab', { name: '\u{1f980}x', description: 'krabba på svenska' }),
    entity('and', { name: 'foo AND bar', description: 'NOT this OR that' }),
    entity('who', { name: 'The Who', description: 'an English rock band', types: ['band'] }),
    entity('wood', { name: 'wood', description: 'a forest' }),
  ]);
  await relate(db, 'makes', 'likes');
  await add(db, [triple('dog', 'makes', 'barking'), triple('dogs', 'likes', 'wood')]);
  services = await serve(db, await temporaryFolder());
});

type Request = Parameters<Services['search']['search']>[0];

const search = (query: string, more: Partial<Request> = {}) =>
  services.search.search({ query, first: 10, ...more });
const idsOf = async (query: string, more: Partial<Request> = {}) =>
  (await search(query, more)).found.map(({ entityId }) => entityId);

describe('searching by words', () => {
  it('finds them in names and aliases first, then in descriptions, types and related names', async () => {
    expect((await idsOf('dog')).slice(0, 3).sort()).toEqual(['dog', 'dogs', 'verb']);
    expect((await idsOf('Domestic  dog '))[0]).toBe('dog');
    expect(await idsOf('ac')).toEqual(['band', 'current']);
    expect(await idsOf('svenska')).toEqual(['crab']);
    expect((await idsOf('barked')).sort()).toEqual(['barking', 'dog']);
    expect(await idsOf('verb')).toEqual(['verb']);
    expect(await idsOf('noise')).toEqual(['barking', 'dog']); // what it makes is called so
  });

  it('knows stop words where there is nothing else, and in quotes', async () => {
    expect((await idsOf('the who'))[0]).toBe('who');
    expect(await idsOf('"the who" rock')).toEqual(['who']);
    expect(await idsOf('the rock')).toEqual(expect.arrayContaining(['band', 'who']));
    expect(await idsOf('"rock band"')).toEqual(expect.arrayContaining(['band', 'who']));
    expect(await idsOf('"band rock"')).toEqual([]);
    expect(await idsOf('dog', { filter: { types: [], relations: [] } })).toEqual(await idsOf('dog'));
  });

  it('filters before it ranks, and counts what it finds', async () => {
    expect((await idsOf('dog', { filter: { types: ['noun'] } })).sort()).toEqual(['barking', 'dog', 'dogs']);
    expect(await idsOf('dog', { filter: { types: ['verb', 'band'] }, first: 1 })).toEqual(['verb']);
    expect(await idsOf('dog', { filter: { relations: ['makes'] } })).toEqual(['dog', 'barking']);
    expect(await idsOf('dog', { filter: { relations: ['makes', 'likes'], types: ['noun'] } })).toEqual(
      expect.arrayContaining(['dog', 'dogs']),
    );
    expect(await idsOf('dog', { filter: { types: ['no such'] } })).toEqual([]);
    expect(await services.search.count({ query: 'dog band' })).toEqual({
      total: 7, // among them what is linked to dogs
      types: [
        { type: 'noun', count: 3 },
        { type: 'band', count: 2 },
        { type: 'noun.animal', count: 1 },
        { type: 'verb', count: 1 },
      ],
    });
    expect((await services.search.count({ query: 'dog band', filter: { types: ['band'] } })).total).toBe(2);
  });

  it('gives pages that fit together, with falling scores', async () => {
    const all = await search('dog band rock animal');
    expect(all.found.length).toBeGreaterThan(4);
    expect(all).toMatchObject({ hasNextPage: false, words: 4, truncated: false });
    const scores = all.found.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const paged: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await search('dog band rock animal', { first: 2, after });
      paged.push(...page.found.map(({ entityId }) => entityId));
      after = page.cursors.at(-1);
      if (!page.hasNextPage) break;
    }
    expect(paged).toEqual(all.found.map(({ entityId }) => entityId));
    const { cursors } = await search('dog', { first: 1 });
    for (const [query, after] of [
      ['cat', cursors[0]!],
      ['dog', 'x'],
      ['dog', ''],
    ] as const)
      await expect(search(query, { after })).rejects.toThrow(/cursor is not one of this search's/);
  });

  it.each([
    ['AC/DC', 'band'],
    ['foo AND bar', 'and'],
    ['"dog', 'dog'],
    ['dog"', 'dog'],
    ['\\dog\\', 'dog'],
    ['name:dog', 'dog'],
    ['(dog', 'dog'],
    ['dog~', 'dog'],
    ['dog^3', 'dog'],
    ['[dog TO frog]', 'dog'],
    ['+dog -cat !x', 'dog'],
    ['dog AND nonsense', 'dog'],
    ['dog NOT barks', 'dog'],
  ])('takes %j as words', async (query, expected) => {
    expect(await idsOf(query)).toContain(expected);
  });

  it.each(['d*', 'do?', '/d.*/', '_exists_:name'])('takes no part of %j for an operator', async (query) => {
    expect(await idsOf(query)).not.toContain('dog');
  });

  it.each(['', '   ', '*', '"', '(', '~', '&&', '||', ':', '\\', '!?…', '*:*', '""'])(
    'finds nothing for %j, and says that there is no word',
    async (query) => {
      expect(await search(query)).toMatchObject({ found: [], words: 0, hasNextPage: false });
      expect(await services.search.count({ query })).toEqual({ total: 0, types: [] });
    },
  );

  it('takes any text', async () => {
    const syntax = fc.constantFrom(...Array.from('+-&|!(){}[]^"~*?:\\/<>=@#“”«»'), ' ', 'AND', 'dog', 'é');
    const text = fc.oneof(
      fc.array(syntax, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 30 }).filter((value) => value.isWellFormed()),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        const { found } = await search(query);
        for (const { score } of found) expect(score).toBeGreaterThan(0);
        await services.search.count({ query });
        await services.search.suggest(query, 5);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a query that is over-long', { query: 'x'.repeat(10_000) }, /10000 characters; at most 1000/],
    ['half of a surrogate pair', { query: 'dog \ud800' }, /not well-formed Unicode/],
    ['a page that is too long', { first: 1_000_000 }, /from 1 to 1000; 1000000 came/],
    ['a page of nothing', { first: 0 }, /from 1 to 1000; 0 came/],
    ['an α beyond 1', { rerank: { alpha: 1.5 } }, /"alpha" must be from 0/],
    ['an α that is no number', { rerank: { alpha: NaN } }, /"alpha" must be from 0/],
    ['no depth', { rerank: { depth: 0 } }, /"depth" must be a whole number from 1/],
    ['two ways to choose α', { rerank: { alpha: 0.5, queryType: 'list' } }, /not both/],
    ['α where it has no place', { rerank: { alpha: 0.5, fusion: 'reciprocalRank' } }, /knows no weights/],
    ['a type that is empty', { filter: { types: [' '] } }, /type/],
  ] as [string, Partial<Request>, RegExp][])('refuses %s', async (_, request, message) => {
    const asked = services.search.search({ query: 'dog', first: 10, ...request });
    await expect(asked).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });

  it('says that it looks for 64 words at most', async () => {
    const many = Array.from({ length: 70 }, (_, i) => `w${i}`).join(' ');
    expect(await search(`dog ${many}`)).toMatchObject({ truncated: true, words: 64 });
  });

  it('marks the words where they are, in their forms', async () => {
    const [found] = [...(await db.read<{ e: object }>("MATCH (e {id: 'dog'}) RETURN e{.*} AS e"))];
    const marked = await services.search.highlights('barking dogs', found!.e as never);
    expect(marked).toEqual([
      { field: 'name', text: 'dog', ranges: [{ start: 0, end: 3 }] },
      { field: 'alias', text: 'domestic dog', ranges: [{ start: 9, end: 12 }] },
      { field: 'description', text: 'an animal that barks', ranges: [{ start: 15, end: 20 }] },
    ]);
  });
});

describe('suggesting', () => {
  it('completes names and words in them, forgives errors, and finds nothing for nothing', async () => {
    expect((await services.search.suggest('do', 10)).sort()).toEqual(['dog', 'dogs', 'verb']);
    expect(await services.search.suggest('altrenating', 10)).toEqual(['current']);
    expect(await services.search.suggest('guide d', 10)).toEqual(['dogs']);
    expect(await services.search.suggest(' ', 10)).toEqual([]);
    await expect(services.search.suggest('x'.repeat(501), 10)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
