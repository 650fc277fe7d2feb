import fc from 'fast-check';
import type { Database } from '../../src/graph/database';
import { searchEntities } from '../../src/graph/search';
import { clear, testDatabase } from '../support/neo4j';
import { create, entity } from './samples';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  await create(db, [
    entity('band', { name: 'AC/DC', description: 'an Australian rock band' }),
    entity('current', { name: 'alternating current', aliases: ['AC'], description: 'not DC' }),
    entity('dog', { name: 'dog', aliases: ['domestic dog'], description: 'an animal that barks' }),
    entity('dogs', { name: 'guide dogs dog dog', description: 'dogs that guide; a dog, a dog, a dog' }),
    entity('verb', { name: 'DOG', description: 'go after' }),
    entity('barking', { name: 'noise', description: 'the barking of many animals' }),
    entity('crab', { name: '\u{1f980}x', description: 'krabba på svenska' }),
    entity('and', { name: 'foo AND bar', description: 'NOT this OR that' }),
  ]);
});

const idsOf = async (query: string, first = 10) =>
  (await searchEntities(db, query, first)).map(({ entity: { id } }) => id);

describe('searching', () => {
  it('puts the name that is the query first, then the alias, then by score', async () => {
    const ids = await idsOf('dog');
    expect(ids.slice(0, 2).sort()).toEqual(['dog', 'verb']);
    expect(ids[2]).toBe('dogs');
    expect((await idsOf('Domestic  dog '))[0]).toBe('dog');
    expect((await idsOf('ac'))[0]).toBe('current');
  });

  it('finds English forms of a word in the description', async () => {
    expect((await idsOf('barked')).sort()).toEqual(['barking', 'dog']);
    await expect(idsOf('svenska')).resolves.toEqual(['crab']);
  });

  it('gives at most what was asked for, with falling scores', async () => {
    expect(await idsOf('dog', 1)).toHaveLength(1);
    const scores = (await searchEntities(db, 'animals rock band', 10)).map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.length).toBeGreaterThan(1);
  });

  it.each([
    ['AC/DC', 'band'],
    ['foo AND bar', 'and'],
    ['"dog', 'dog'],
    ['dog"', 'dog'],
    ['\\dog\\', 'dog'],
    ['name:dog', undefined],
    ['(dog', 'dog'],
    ['dog~', 'dog'],
    ['dog^3', undefined],
    ['[dog TO frog]', 'dog'],
    ['+dog -cat !x', 'dog'],
  ])('takes %j as words', async (query, expected) => {
    const ids = await idsOf(query);
    if (expected) expect(ids).toContain(expected);
    else expect(ids).toEqual([]);
  });

  it('does not take an operator of Lucene for one', async () => {
    expect(await idsOf('dog AND nonsense')).toContain('dog');
    expect(await idsOf('dog NOT barks')).toContain('dog');
    expect(await idsOf('d*')).toEqual([]);
    expect(await idsOf('do?')).toEqual([]);
    expect(await idsOf('/d.*/')).toEqual([]);
    expect(await idsOf('_exists_:name')).toEqual([]);
  });

  it.each(['', '   ', '*', '"', '(', '~', '&&', '||', ':', '\\', '!?…', '*:*', '\u{1f980}', 'the', 'AND'])(
    'finds nothing or little for %j, and does not fail',
    async (query) => {
      expect((await idsOf(query)).length).toBeLessThan(8);
    },
  );

  it.each([
    ['10,000 characters of one word', 'x'.repeat(10_000)],
    ['5,000 words', Array.from({ length: 5_000 }, (_, i) => `w${i}`).join(' ')],
    ['10,000 quotation marks', '"'.repeat(10_000)],
    ['10,000 backslashes and a letter', `${'\\'.repeat(10_000)}a`],
  ])('takes %s', async (_, query) => {
    await expect(idsOf(query)).resolves.toEqual([]);
  });

  it('takes any text', async () => {
    const syntax = fc.constantFrom(
      ...Array.from('+-&|!(){}[]^"~*?:\\/<>=@#'),
      ' ',
      'AND',
      'OR',
      'NOT',
      'TO',
      'name:',
      'dog',
      'é',
    );
    const text = fc.oneof(
      fc.array(syntax, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (query) => {
        await expect(searchEntities(db, query, 5)).resolves.toBeInstanceOf(Array);
      }),
      { numRuns: 300 },
    );
  });
});
