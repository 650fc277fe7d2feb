import fc from 'fast-check';
import type { Database } from '../../src/graph/database';
import { neighbours } from '../../src/graph/neighbours';
import { importRelations } from '../../src/graph/bulk';
import { findRelations, listRelations } from '../../src/graph/relations';
import { knownHeads, knownTails, streamTriples } from '../../src/graph/triples';
import { removeTriples } from '../../src/graph/tripleWrites';
import type { Direction, StoredTriple, Triple } from '../../src/graph/types';
import { clear, testDatabase } from '../support/neo4j';
import { add, create, entity, relate, triple } from './samples';

let db: Database;

beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(async () => {
  await clear(db);
  await create(
    db,
    ['a', 'b', 'c', 'd', '\uffff', '\u{1f980}'].map((id) => entity(id)),
  );
  await relate(db, 'r', 's');
});

const remove = (triples: Triple[]) => db.transaction('WRITE', (run) => removeTriples(run, triples));
const stored = async () => {
  const all: string[] = [];
  for await (const { head, relation, tail } of streamTriples(db)) all.push(`${head} ${relation} ${tail}`);
  return all.sort();
};

describe('adding triples', () => {
  it('keeps their provenance; of equal ones the first', async () => {
    await expect(add(db, [triple('a', 'r', 'b', { by: 'ann' }), triple('a', 'r', 'a')])).resolves.toEqual({
      added: 2,
      existing: 0,
    });
    await expect(
      add(db, [triple('a', 'r', 'b', { by: 'bob' }), triple('a', 's', 'b'), triple('a', 's', 'b')]),
    ).resolves.toEqual({ added: 1, existing: 2 });
    const [page] = await neighbours(db, 'outgoing', [{ entity: 'a', first: 10 }]);
    expect(page!.items).toEqual([
      triple('a', 'r', 'a'),
      triple('a', 'r', 'b', { by: 'ann' }),
      triple('a', 's', 'b'),
    ]);
  });

  it.each<[string, StoredTriple, string]>([
    ['head', triple('nobody', 'r', 'b'), 'There is no entity with id "nobody". Check the spelling.'],
    ['tail', triple('a', 'r', 'nobody'), 'There is no entity with id "nobody". Check the spelling.'],
    ['relation', triple('a', 'q"q', 'b'), 'There is no relation with id "q\\"q". There are: r, s.'],
  ])('names an unknown %s and writes nothing', async (_, wrong, message) => {
    await expect(add(db, [triple('a', 'r', 'b'), wrong])).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message,
    });
    expect(await stored()).toEqual([]);
  });

  it('makes one triple of many parallel equal ones, and says who made it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => add(db, [triple('a', 'r', 'b'), triple('b', 'r', 'a')])),
    );
    expect(outcomes.reduce((sum, { added }) => sum + added, 0)).toBe(2);
    expect(await stored()).toEqual(['a r b', 'b r a']);
  });

  it('adds none for none', async () => {
    await expect(add(db, [])).resolves.toEqual({ added: 0, existing: 0 });
  });
});

describe('removing triples', () => {
  it('counts those that were not there', async () => {
    await add(db, [triple('a', 'r', 'b'), triple('a', 's', 'b'), triple('b', 'r', 'b')]);
    await expect(
      remove([
        triple('a', 'r', 'b'),
        triple('a', 'r', 'b'),
        triple('b', 'r', 'b'),
        triple('b', 'r', 'a'),
        triple('x', 'y', 'z'),
      ]),
    ).resolves.toEqual({ removed: 2, missing: 3 });
    expect(await stored()).toEqual(['a s b']);
    await expect(remove([])).resolves.toEqual({ removed: 0, missing: 0 });
  });
});

describe('known heads and tails', () => {
  it('are those of one relation', async () => {
    await add(db, [
      triple('a', 'r', 'b'),
      triple('a', 'r', 'c'),
      triple('a', 's', 'd'),
      triple('d', 'r', 'b'),
    ]);
    expect((await knownTails(db, 'a', 'r')).sort()).toEqual(['b', 'c']);
    expect((await knownHeads(db, 'r', 'b')).sort()).toEqual(['a', 'd']);
    await expect(knownTails(db, 'nobody', 'r')).resolves.toEqual([]);
    await expect(knownHeads(db, 'unknown', 'b')).resolves.toEqual([]);
  });
});

describe('neighbours', () => {
  const triples = fc.uniqueArray(
    fc.record({
      head: fc.constantFrom('a', 'b', '\uffff', '\u{1f980}'),
      relation: fc.constantFrom('r', 's'),
      tail: fc.constantFrom('a', 'b', 'd', '\uffff', '\u{1f980}'),
    }),
    { selector: ({ head, relation, tail }) => head + relation + tail },
  );
  const key = ({ head, relation, tail }: Triple) => `${head} ${relation} ${tail}`;

  it('of any graph: cursors lead through each triple once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        triples,
        fc.constantFrom<Direction>('outgoing', 'incoming'),
        fc.constantFrom(undefined, 'r'),
        fc.integer({ min: 1, max: 4 }),
        async (graph, direction, relation, first) => {
          await db.write('MATCH ()-[t:TRIPLE]->() DELETE t');
          await add(
            db,
            graph.map(({ head, relation, tail }) => triple(head, relation, tail)),
          );
          const outgoing = direction === 'outgoing';
          for (const id of ['a', 'd']) {
            const read: Triple[] = [];
            let after: string | undefined;
            for (let more = true; more;) {
              const [page] = await neighbours(db, direction, [{ entity: id, relation, first, after }]);
              read.push(...page!.items);
              after = page!.cursors.at(-1);
              more = page!.hasNextPage;
            }
            const expected = graph
              .filter(
                (one) =>
                  (outgoing ? one.head : one.tail) === id && one.relation === (relation ?? one.relation),
              )
              .sort((one, other) => {
                const order = (t: Triple) => t.relation + (outgoing ? t.tail : t.head);
                return order(one) < order(other) ? -1 : 1;
              });
            expect(read.map(key)).toEqual(expected.map(key));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('of many entities come in one statement, each in its place', async () => {
    await add(db, [triple('a', 'r', 'b'), triple('a', 'r', 'c'), triple('c', 's', 'd')]);
    db.statements = 0;
    const pages = await neighbours(
      db,
      'outgoing',
      ['c', 'a', 'nobody', 'b', 'a'].map((id) => ({ entity: id, first: 1 })),
    );
    expect(db.statements).toBe(1);
    expect(pages.map(({ items }) => items.map(key))).toEqual([['c s d'], ['a r b'], [], [], ['a r b']]);
    expect(pages.map(({ hasNextPage }) => hasNextPage)).toEqual([false, true, false, false, true]);
  });

  it('with different wishes come in a statement a wish', async () => {
    await add(db, [triple('a', 'r', 'b'), triple('a', 's', 'c')]);
    db.statements = 0;
    const pages = await neighbours(db, 'outgoing', [
      { entity: 'a', first: 5 },
      { entity: 'a', relation: 's', first: 5 },
      { entity: 'b', first: 5 },
    ]);
    expect(db.statements).toBe(2);
    expect(pages.map(({ items }) => items.map(key))).toEqual([['a r b', 'a s c'], ['a s c'], []]);
  });

  it('refuse a cursor of another list, and of none', async () => {
    const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const after of [
      'x',
      '',
      cursorOf('r', 'b'), // of the other direction
      forged('entities', 'r', 'b'),
      forged('r', 'b'),
      forged('outgoing', 'r', 7),
      forged('outgoing', 'r', 'b', 'c'),
      forged('outgoing', 'r', '\ud800'),
      `${forged('outgoing', 'r', 'b')}=`,
      forged('outgoing', 'r', 'b'.repeat(10_000)),
    ]) {
      const found = neighbours(db, 'outgoing', [{ entity: 'a', first: 1, after }]);
      await expect(found).rejects.toMatchObject({
        code: 'BAD_INPUT',
        message:
          "The cursor is not one of this list's. Pass an `endCursor` or an edge's `cursor` of `outgoing` back unchanged.",
      });
    }
    const after = forged('outgoing', 'r', 'b');
    await expect(neighbours(db, 'outgoing', [{ entity: 'a', first: 1, after }])).resolves.toHaveLength(1);
  });

  it('of a hub with 20,000 triples: the first and the last page', async () => {
    const spokes = 20_000;
    await db.write(
      `MATCH (hub:Entity {id: 'a'})
       UNWIND range(1, $spokes) AS i
       CREATE (:Entity {id: 's' + right('0000' + i, 5), name: 'spoke'})
         -[:TRIPLE {relation: 'r', source: 'imported', by: 'a test', at: 0}]->(hub)`,
      { spokes },
    );
    const [first] = await neighbours(db, 'incoming', [{ entity: 'a', first: 2 }]);
    expect(first!.items.map(({ head }) => head)).toEqual(['s00001', 's00002']);
    expect(first!.items[0]!.at).toBe('1970-01-01T00:00:00.000Z');
    await add(db, [triple('b', 'r', 'a'), triple('a', 'r', 'a')]);
    const [last] = await neighbours(db, 'incoming', [
      { entity: 'a', relation: 'r', first: 3, after: cursorOf('r', 's19998') },
    ]);
    expect(last!.items.map(({ head }) => head)).toEqual(['s19999', 's20000']);
    expect(last!.hasNextPage).toBe(false);
    await expect(knownHeads(db, 'r', 'a')).resolves.toHaveLength(spokes + 2);
  });
});

describe('relations', () => {
  it('are listed by name and found by id; importing one again brings its texts up to date', async () => {
    await relate(db, 'r', 'q');
    await importRelations(db, [{ id: 'r', name: 'zzz', description: 'last' }], 'test');
    expect((await listRelations(db)).map(({ id }) => id)).toEqual(['q', 's', 'r']);
    await expect(findRelations(db, ['r', 'r', 'nothing'])).resolves.toEqual(
      new Map([['r', { id: 'r', name: 'zzz', description: 'last' }]]),
    );
  });
});

function cursorOf(relation: string, id: string): string {
  return Buffer.from(JSON.stringify(['incoming', relation, id])).toString('base64url');
}
