import type { Database } from '../../src/graph/database';
import { createEntities } from '../../src/graph/entityWrites';
import { importRelations } from '../../src/graph/bulk';
import { addTriples } from '../../src/graph/tripleWrites';
import { testDatabase } from '../support/neo4j';
import { type Answer, startTestApi, type TestApi } from './support';

let api: TestApi;
let db: Database;

/** 120 entities in a ring: each "next" to the one after it, and linked "near" to the ten after it. */
const size = 120;
const id = (index: number) => `ring:${String(index % size).padStart(3, '0')}`;

interface Node {
  id: string;
  outgoing: Connection;
}

interface Found {
  searchEntities: { edges: { node: { id: string } }[] };
}

interface Connection {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: { cursor: string; node: Node; relation: { id: string } }[];
}

beforeAll(async () => {
  api = await startTestApi();
  await api.services.models.close(); // its looks at the store would be counted among a request's statements
  db = await testDatabase();
  await db.transaction('WRITE', async (run) => {
    const entities = Array.from({ length: size }, (_, index) => ({
      id: id(index),
      name: `bead ${String(index).padStart(3, '0')}`,
      aliases: [`alias ${index}`],
      description: index === 7 ? 'the seventh bead, made of amber' : 'a bead',
      examples: [],
      types: index % 2 === 0 ? ['bead', 'even'] : ['bead'],
      language: 'en',
      source: 'test',
    }));
    await createEntities(run, entities, 'test');
    await importRelations(
      db,
      [
        { id: 'near', name: 'near', description: 'lies close to' },
        { id: 'next', name: 'next', description: 'is followed by' },
      ],
      'test',
    );
    const links = Array.from({ length: size }, (_, index) =>
      [
        { relation: 'next', step: 1 },
        ...Array.from({ length: 10 }, (_, step) => ({ relation: 'near', step: step + 1 })),
      ].map(({ relation, step }) => ({ head: id(index), relation, tail: id(index + step) })),
    );
    const provenance = { source: 'imported', by: 'test', at: '2026-11-30T12:00:00.000Z' } as const;
    await addTriples(
      run,
      links.flat().map((triple) => ({ ...triple, ...provenance })),
    );
  });
});
afterAll(() => api.close());

describe('entity', () => {
  it('gives every field', async () => {
    const fields = 'id name aliases description examples types language source revision createdAt updatedAt';
    const { data } = await api.ask(`{ entity(id: "ring:007") { ${fields} } }`);
    expect(data.entity).toEqual({
      id: 'ring:007',
      name: 'bead 007',
      aliases: ['alias 7'],
      description: 'the seventh bead, made of amber',
      examples: [],
      types: ['bead'],
      language: 'en',
      source: 'test',
      revision: 1,
      createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('is null with an error where there is none', async () => {
    expect(await api.ask('{ entity(id: "nobody") { id } }')).toMatchObject({
      status: 200,
      data: { entity: null },
      errors: [
        {
          message: 'There is no entity with id "nobody". Look for it with searchEntities.',
          path: ['entity'],
          extensions: { code: 'NOT_FOUND', details: { id: 'nobody' } },
        },
      ],
    });
  });

  it('refuses half a character', async () => {
    const { status, errors } = await api.ask('query ($id: ID!) { entity(id: $id) { id } }', {
      id: 'x\ud800',
    });
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/^"id" of "entity" is not well-formed Unicode/),
        extensions: { code: 'BAD_INPUT' },
      },
    ]);
  });

  it('reads 120 aliases in one statement', async () => {
    const before = db.statements;
    const aliases = Array.from(
      { length: 120 },
      (_, index) => `e${index}: entity(id: "${id(index)}") { name }`,
    );
    expect((await api.ask(`{ ${aliases.join(' ')} }`)).data.e119).toEqual({ name: 'bead 119' });
    expect(db.statements - before).toBe(1);
  });
});

describe('entities', () => {
  const query = `query ($first: Int!, $after: String, $filter: EntityFilterInput) {
    entities(first: $first, after: $after, filter: $filter) {
      totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id } }
    }
  }`;

  /** All ids, page by page. */
  async function walk(first: number, filter?: object): Promise<string[]> {
    const ids: string[] = [];
    for (let after: string | null = null; ;) {
      const answer: Answer<{ entities: Connection }> = await api.ask(query, { first, after, filter });
      expect(answer.errors).toEqual([]);
      const { edges, pageInfo } = answer.data.entities;
      ids.push(...edges.map(({ node }) => node.id));
      expect(pageInfo.endCursor).toBe(edges.at(-1)?.cursor ?? null);
      if (!pageInfo.hasNextPage) return ids;
      after = pageInfo.endCursor;
    }
  }

  it.each([1, 7, 60, 120, 1000])(
    'gives each entity once, in pages of %d',
    async (first) => {
      const wanted = Array.from({ length: size }, (_, index) => id(index));
      expect(await walk(first)).toEqual(wanted);
    },
    30_000,
  );

  it('filters, and counts what passes', async () => {
    expect(await walk(50, { types: ['even'] })).toHaveLength(60);
    expect(await walk(50, { nameStartsWith: 'bead 01', types: ['bead', 'even'] })).toHaveLength(5);
    expect(await walk(50, { ids: [id(3), id(1), 'nobody'] })).toEqual([id(1), id(3)]);
    const even = await api.ask(query, { first: 5, filter: { types: ['even'], source: null } });
    expect(even.data).toMatchObject({ entities: { totalCount: 60 } });
    const none = await api.ask(query, { first: 5, filter: { source: 'elsewhere' } });
    expect(none.data).toEqual({
      entities: { totalCount: 0, pageInfo: { hasNextPage: false, endCursor: null }, edges: [] },
    });
  });

  it('counts once, however often it is asked', async () => {
    const before = db.statements;
    const { data } = await api.ask('{ entities(first: 1) { a: totalCount b: totalCount c: totalCount } }');
    expect(data.entities).toEqual({ a: size, b: size, c: size });
    expect(db.statements - before).toBe(2);
  });

  it('refuses a cursor that is not its own, and so do its triples', async () => {
    const { errors } = await api.ask(query, { first: 5, after: 'bm90IG91cnM' });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);
    const lists = `{ entities(first: 1) { pageInfo { endCursor } edges { node {
      outgoing(first: 1) { pageInfo { endCursor } } incoming(first: 1) { pageInfo { endCursor } } } } } }`;
    const { entities } = (await api.ask<{ entities: Connection }>(lists)).data;
    const { outgoing, incoming } = entities.edges[0]!.node as unknown as Record<string, Connection>;
    const cursors = { entities, outgoing: outgoing!, incoming: incoming! };
    const asked: Record<string, string> = {
      entities: '{ entities(after: $after) { pageInfo { endCursor } } }',
      outgoing: '{ entity(id: "ring:000") { outgoing(after: $after) { pageInfo { endCursor } } } }',
      incoming: '{ entity(id: "ring:000") { incoming(after: $after) { pageInfo { endCursor } } } }',
    };
    for (const [list, fields] of Object.entries(asked)) {
      for (const [from, { pageInfo }] of Object.entries(cursors)) {
        const answer = await api.ask(`query ($after: String) ${fields}`, { after: pageInfo.endCursor });
        const codes = answer.errors.map(({ extensions }) => extensions.code);
        expect([list, from, codes]).toEqual([list, from, list === from ? [] : ['BAD_INPUT']]);
      }
    }
  });

  it('reads a page of 100 with their first 10 triples in at most 4 statements', async () => {
    const before = db.statements;
    const { data, errors } = await api.ask<{ entities: Connection }>(`{
      entities(first: 100) { edges { cursor node { id name
        outgoing(first: 10) { pageInfo { hasNextPage endCursor } edges { cursor source by at relation { id name } node { id name } } }
      } } }
    }`);
    expect(errors).toEqual([]);
    expect(data.entities.edges).toHaveLength(100);
    expect(data.entities.edges[99]!.node.outgoing.edges).toHaveLength(10);
    expect(data.entities.edges[99]!.node.outgoing.pageInfo.hasNextPage).toBe(true);
    expect(data.entities.edges[99]!.node.outgoing.edges[1]).toMatchObject({
      source: 'IMPORTED',
      by: 'test',
      at: '2026-11-30T12:00:00.000Z',
      relation: { id: 'near', name: 'near' },
      node: { id: 'ring:101', name: 'bead 101' },
    });
    expect(db.statements - before).toBeLessThanOrEqual(4);
  });
});

describe('outgoing and incoming', () => {
  const query = `query ($id: ID!, $first: Int!, $after: String, $relation: ID) {
    entity(id: $id) { outgoing(first: $first, after: $after, relation: $relation) {
      pageInfo { hasNextPage endCursor } edges { cursor relation { id } node { id } }
    } }
  }`;

  it('go on at a cursor', async () => {
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const answer: Answer<{ entity: Node }> = await api.ask(query, { id: id(0), first: 4, after });
      const { edges, pageInfo } = answer.data.entity.outgoing;
      seen.push(...edges.map(({ relation, node }) => `${relation.id} ${node.id}`));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `near ${id(index + 1)}`),
      `next ${id(1)}`,
    ]);
  });

  it('keep to a relation', async () => {
    const { data } = await api.ask(query, { id: id(5), first: 10, relation: 'next' });
    const edges = [{ relation: { id: 'next' }, node: { id: id(6) } }];
    expect(data).toMatchObject({ entity: { outgoing: { edges } } });
    const back = await api.ask(
      `{ entity(id: "${id(6)}") { incoming(relation: "next") { edges { node { id } } } } }`,
    );
    expect(back.data).toEqual({ entity: { incoming: { edges: [{ node: { id: id(5) } }] } } });
  });

  it('name an unknown relation', async () => {
    expect((await api.ask(query, { id: id(5), first: 10, relation: 'nothing' })).errors).toMatchObject([
      {
        message: 'There is no relation with id "nothing". There are: near, next.',
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
  });
});

describe('relations and search', () => {
  it('relations are all given', async () => {
    expect((await api.ask('{ relations { id name description } }')).data.relations).toEqual([
      { id: 'near', name: 'near', description: 'lies close to' },
      { id: 'next', name: 'next', description: 'is followed by' },
    ]);
  });

  it('search finds words of the description', async () => {
    const { data } = await api.ask<Found>('{ searchEntities(query: "amber") { edges { node { id } } } }');
    expect(data.searchEntities.edges).toEqual([{ node: { id: 'ring:007' } }]);
  });

  it('search refuses an over-long query', async () => {
    const { errors } = await api.ask('query ($q: String!) { searchEntities(query: $q) { tookMs } }', {
      q: 'x'.repeat(1001),
    });
    expect(errors).toMatchObject([
      {
        message: 'The query has 1001 characters; at most 1000 are taken. Shorten it.',
        extensions: { code: 'BAD_INPUT' },
      },
    ]);
  });
});
