import fc from 'fast-check';
import type { Database } from '../../src/graph/database';
import { countEntities, findEntities } from '../../src/graph/entities';
import { pageEntities } from '../../src/graph/entityPages';
import type { EntityFilter, Entity } from '../../src/graph/types';
import { clear, testDatabase } from '../support/neo4j';
import { create, entity } from './samples';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => clear(db));

/** Follow the cursors to the end. */
async function readAll(filter: EntityFilter, first: number): Promise<Entity[]> {
  const all: Entity[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await pageEntities(db, filter, first, after);
    expect(page.items.length).toBeLessThanOrEqual(first);
    expect(page.cursors).toHaveLength(page.items.length);
    all.push(...page.items);
    if (!page.hasNextPage) return all;
    after = page.cursors.at(-1);
  }
}

const idsOf = (entities: Iterable<Entity>) => Array.from(entities, ({ id }) => id);

describe('finding entities', () => {
  it('gives every part back, whatever its characters, in one statement', async () => {
    const odd = entity('e:\'; DROP \u{1f980} "x"', {
      name: 'Crème "brûlée" \\ {x}',
      aliases: ['b', 'a', 'b'],
      description: 'line\nline\t$x',
      examples: ['one'],
      types: ['noun', 'noun.food'],
      language: 'fr-CA',
      source: 'menu',
    });
    await create(db, [odd, entity('e:2')]);
    db.statements = 0;
    const found = await findEntities(db, [odd.id, 'e:2', 'e:2', 'nobody']);
    expect(db.statements).toBe(1);
    expect(idsOf(found.values())).toEqual([odd.id, 'e:2']);
    const { createdAt, updatedAt, revision, ...texts } = found.get(odd.id)!;
    expect(texts).toEqual(odd);
    expect(revision).toBe(1);
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs(updatedAt - Date.now())).toBeLessThan(60_000);
  });

  it('finds nothing for no ids', async () => {
    await expect(findEntities(db, [])).resolves.toEqual(new Map());
  });
});

describe('paging through entities', () => {
  it('meets each one once, by name and id, for any names and page size', async () => {
    const name = fc.oneof(
      fc.constantFrom('a', 'A', 'ab', 'b', 'é', '￿', '\u{1f980}', ' x'),
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 8 })
        .filter((text) => !/[\ud800-\udfff]/u.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 25 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(undefined, 'a', '￿', '\u{1f980}'),
        async (names, first, nameStartsWith) => {
          await clear(db);
          await create(
            db,
            names.map((name, i) => entity(`e:${(i * 7) % 25}:${i}`, { name })),
          );
          const read = await readAll({ nameStartsWith }, first);
          const sorted = await db.read<{ id: string }>(
            'MATCH (e:Entity) RETURN e.id AS id ORDER BY e.name, e.id',
          );
          const begins = (id: string) => names[Number(id.split(':')[2])]!.startsWith(nameStartsWith ?? '');
          expect(idsOf(read)).toEqual(sorted.map(({ id }) => id).filter(begins));
          await expect(countEntities(db, { nameStartsWith })).resolves.toBe(read.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('goes on after the last entity seen, also when others come and go', async () => {
    await create(db, [entity('1', { name: 'b' }), entity('2', { name: 'd' }), entity('3', { name: 'f' })]);
    const { cursors } = await pageEntities(db, {}, 2);
    await create(db, [entity('4', { name: 'a' }), entity('5', { name: 'd' }), entity('6', { name: 'g' })]);
    await db.write("MATCH (e:Entity {id: '2'}) DELETE e");
    const { items, hasNextPage } = await pageEntities(db, {}, 10, cursors[1]);
    expect(idsOf(items)).toEqual(['5', '3', '6']);
    expect(hasNextPage).toBe(false);
  });

  it('says whether more follow, exactly at the end too', async () => {
    await create(
      db,
      ['1', '2', '3', '4'].map((id) => entity(id)),
    );
    const page = await pageEntities(db, {}, 2);
    expect(page.hasNextPage).toBe(true);
    await expect(pageEntities(db, {}, 2, page.cursors[1])).resolves.toMatchObject({ hasNextPage: false });
    await expect(pageEntities(db, {}, 4)).resolves.toMatchObject({ hasNextPage: false });
    await expect(pageEntities(db, {}, 4, (await pageEntities(db, {}, 4)).cursors[3])).resolves.toEqual({
      items: [],
      cursors: [],
      hasNextPage: false,
    });
  });

  it.each([
    '',
    'nonsense',
    'é',
    '=',
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('{"key":"a"}').toString('base64url'),
    Buffer.from('["a","b","c"]').toString('base64url'),
  ])('refuses %j as a cursor', async (cursor) => {
    await expect(pageEntities(db, {}, 2, cursor)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message:
        "The cursor is not one of this list's. Pass an `endCursor` or an edge's `cursor` of `entities` back unchanged.",
    });
  });
});

describe('filters', () => {
  beforeEach(() =>
    create(db, [
      entity('1', { name: 'dog', types: ['noun', 'noun.animal'], source: 'wordnet' }),
      entity('2', { name: 'dog days', types: ['noun', 'noun.time'], source: 'wordnet' }),
      entity('3', { name: 'dog', types: ['verb', 'verb.motion'] }),
      entity('4', { name: 'dot', types: ['noun', 'noun.animal'] }),
      entity('5', { name: 'Dog', types: [] }),
    ]),
  );

  it.each<[string, EntityFilter, string[]]>([
    ['none', {}, ['5', '1', '3', '2', '4']],
    ['ids', { ids: ['4', '2', 'nobody'] }, ['2', '4']],
    ['no ids', { ids: [] }, []],
    ['a type', { types: ['noun'] }, ['1', '2', '4']],
    ['several types, all of them', { types: ['noun', 'noun.animal'] }, ['1', '4']],
    ['no types', { types: [] }, ['5', '1', '3', '2', '4']],
    ['the beginning of the name', { nameStartsWith: 'dog' }, ['1', '3', '2']],
    ['the source', { source: 'wordnet' }, ['1', '2']],
    ['all together', { nameStartsWith: 'do', types: ['noun'], source: 'wordnet', ids: ['1', '3'] }, ['1']],
  ])('by %s', async (_, filter, expected) => {
    for (const first of [1, 2, 10]) expect(idsOf(await readAll(filter, first))).toEqual(expected);
    await expect(countEntities(db, filter)).resolves.toBe(expected.length);
  });
});
