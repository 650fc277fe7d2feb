import type { Database } from '../../src/graph/database';
import { temporaryFolder, trainTiny } from '../support/models';
import { testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { tinyCrossEncoder, tinyEncoder } from '../support/baseEncoder';
import { startTestApi, type TestApi } from './support';

jest.setTimeout(60_000);

let db: Database;
let api: TestApi;

beforeAll(async () => {
  const dataFolder = await temporaryFolder();
  api = await startTestApi({
    ...{
      KINDRED_DATA: dataFolder,
      KINDRED_BASE_ENCODER: tinyEncoder,
      KINDRED_CROSS_ENCODER: tinyCrossEncoder,
    },
  });
  db = await testDatabase();
  await tinyGraph(db);
  await db.write("MATCH (e:Entity) SET e.types = [split(e.name, ' ')[1]], e.updatedAt = timestamp()");
  await trainTiny(db, dataFolder, 'ids', { encoder: 'lookup' });
  await trainTiny(db, dataFolder, 'bow');
  await api.services.models.catchUp();
});
afterAll(() => api.close());

interface Edge {
  cursor: string;
  score: number;
  wordScore: number | null;
  vectorScore: number | null;
  node: { id: string; name: string; types: string[] };
  highlights: { field: string; text: string; ranges: { start: number; end: number }[] }[];
}

interface Found {
  searchEntities: {
    edges: Edge[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
    totalCount: number;
    facets: { types: { type: string; count: number }[] };
    words: number;
    model: { id: string } | null;
    alpha: number | null;
  };
}

const operation = `query ($q: String!, $filter: SearchFilterInput, $rerank: RerankInput, $first: Int! = 100, $after: String) {
  searchEntities(query: $q, filter: $filter, rerank: $rerank, first: $first, after: $after) {
    totalCount words alpha tookMs model { id } facets { types { type count } }
    pageInfo { hasNextPage endCursor }
    edges { cursor score wordScore vectorScore node { id name types } highlights { field text ranges { start end } } }
  }
}`;

async function search(q: string, more: object = {}): Promise<Found['searchEntities']> {
  const { data, errors } = await api.ask<Found>(operation, { q, ...more });
  expect(errors).toEqual([]);
  return data.searchEntities;
}
const idsOf = ({ edges }: Found['searchEntities']) => edges.map(({ node }) => node.id);

function cosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
}

/** Cosines of the query with every entity, computed one by one from what the store holds. */
async function cosines(query: string): Promise<Map<string, number>> {
  const { vector } = await api.services.embedding.embedText({ description: query }, 'bow');
  const rows = await db.read<{ id: string; vector: number[] }>(
    'MATCH (e:Entity) WHERE e.vec_bow_1 IS NOT NULL RETURN e.id AS id, e.vec_bow_1 AS vector',
  );
  return new Map(rows.map(({ id, vector: own }) => [id, cosine(vector, own)]));
}

describe('searchEntities', () => {
  it('finds by words, with counts, facets and what to mark', async () => {
    const found = await search('small dogs');
    expect(found).toMatchObject({ words: 2, model: null, alpha: null });
    expect(found.totalCount).toBe(found.edges.length);
    const counted = new Map<string, number>();
    for (const { node } of found.edges)
      for (const type of node.types) counted.set(type, (counted.get(type) ?? 0) + 1);
    expect(new Map(found.facets.types.map(({ type, count }) => [type, count]))).toEqual(counted);
    for (const { score, wordScore, vectorScore, highlights } of found.edges) {
      expect(wordScore).toBe(score);
      expect(vectorScore).toBeNull();
      for (const { text, ranges } of highlights)
        for (const { start, end } of ranges) expect(['small', 'dog']).toContain(text.slice(start, end));
    }
    expect(found.edges[0]!.highlights[0]).toMatchObject({ field: 'NAME' });
    const near = await db.read<{ id: string }>(
      "MATCH (e:Entity)-[:TRIPLE {relation: 'near'}]-() RETURN DISTINCT e.id AS id",
    );
    const some = await search('small dogs', { filter: { types: ['cat', 'dog'], relations: ['near'] } });
    const expected = found.edges.filter(
      ({ node }) => /cat|dog/.test(node.types[0]!) && near.some(({ id }) => id === node.id),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(found.edges.length);
    expect(idsOf(some)).toEqual(expected.map(({ node }) => node.id));
  });

  it.each([0, 0.3, 0.95, 1])('reranks by α = %d as the formula says', async (alpha) => {
    const words = await search('small dogs');
    const expected = await cosines('small dogs');
    const found = await search('small dogs', { rerank: { model: 'bow', alpha } });
    expect(found).toMatchObject({ model: { id: 'bow@1' }, alpha, totalCount: words.totalCount });
    expect(new Set(idsOf(found))).toEqual(new Set(idsOf(words)));
    const byId = new Map(words.edges.map(({ node, score }) => [node.id, score]));
    for (const { node, score, wordScore, vectorScore } of found.edges) {
      expect(wordScore).toBe(byId.get(node.id));
      expect(vectorScore).toBeCloseTo(expected.get(node.id)!, 5);
      expect(score).toBeCloseTo(alpha * vectorScore! + (1 - alpha) * wordScore!, 10);
    }
    const scores = found.edges.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    if (alpha === 0) expect(idsOf(found)).toEqual(idsOf(words));
  });

  it('reranks no deeper than it is asked to, and pages go on behind', async () => {
    const words = await search('small dogs');
    const rerank = { alpha: 1, depth: 5 };
    const found = await search('small dogs', { rerank });
    expect(new Set(idsOf(found).slice(0, 5))).toEqual(new Set(idsOf(words).slice(0, 5)));
    expect(idsOf(found).slice(5)).toEqual(idsOf(words).slice(5));
    const paged: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Found['searchEntities'] = await search('small dogs', { rerank, first: 7, after });
      paged.push(...idsOf(page));
      ({ endCursor: after, hasNextPage: more } = page.pageInfo);
    }
    expect(paged).toEqual(idsOf(found));
  });

  it('finds by fusion what shares no word with the query', async () => {
    const words = await search('telephones');
    const expected = await cosines('telephones');
    const found = await search('telephones', { rerank: { fusion: 'RECIPROCAL_RANK', depth: 30 } });
    expect(found.alpha).toBeNull();
    const others = found.edges.filter(({ wordScore }) => wordScore === null);
    expect(others.length).toBeGreaterThan(0);
    const byWords = idsOf(words).slice(0, 30);
    // Entities with the same words are as near as each other: their order is that of the search itself.
    const { vector } = await api.services.embedding.embedText({ description: 'telephones' }, 'bow');
    const asked = { vector: Float32Array.from(vector), metric: 'cosine' } as const;
    const byVectors = (await api.services.models.model('bow').candidates.top(asked, 30)).map(({ id }) => id);
    byVectors.forEach((id, i) => {
      if (i > 0) expect(expected.get(id)).toBeLessThanOrEqual(expected.get(byVectors[i - 1]!)! + 1e-6);
    });
    const place = (ids: string[], id: string) => (ids.includes(id) ? 1 / (61 + ids.indexOf(id)) : 0);
    for (const { node, score } of found.edges)
      expect(score).toBeCloseTo(place(byWords, node.id) + place(byVectors, node.id), 6);
    const onlyCats = await search('telephones', {
      ...{ filter: { types: ['cat'] }, rerank: { fusion: 'RECIPROCAL_RANK', depth: 3 } },
    });
    const cats = onlyCats.edges.filter(({ wordScore }) => wordScore === null);
    expect(onlyCats.edges.every(({ node }) => node.types.includes('cat'))).toBe(true);
    expect(cats.length).toBeGreaterThan(0);
    // All that it finds is counted, and a phrase is asked of all.
    for (const all of [found, onlyCats]) expect(all.totalCount).toBe(all.edges.length);
    expect(onlyCats.facets.types).toContainEqual({ type: 'cat', count: onlyCats.totalCount });
    const phrase = await search('"small dog"', { rerank: { fusion: 'RECIPROCAL_RANK', depth: 30 } });
    expect(idsOf(phrase).sort()).toEqual(idsOf(await search('"small dog"')).sort());
  });

  it('keeps the word score of an entity without a vector, and filters by vectors', async () => {
    // As of a moment that never comes: what is made of the entity meanwhile is older.
    const lost = { id: 't:00000', version: Number.MAX_SAFE_INTEGER };
    await api.services.models.model('bow').forget([lost]);
    const lacking = { filter: { hasVector: false }, rerank: { model: 'bow', alpha: 0.5 } };
    const found = await search('small dogs', lacking);
    expect(found.edges).toMatchObject([{ node: { id: 't:00000' }, vectorScore: null }]);
    const [{ score, wordScore }] = found.edges as [Edge];
    expect(score).toBe(wordScore! / 2);
    const having = await search('small dogs', { ...lacking, filter: { hasVector: true } });
    expect(having.edges.some(({ node }) => node.id === 't:00000')).toBe(false);
    expect(found.totalCount + having.totalCount).toBe((await search('small dogs')).totalCount);
  });

  it('lets a cross-encoder order the first, on all pages alike', async () => {
    const asked = `query ($first: Int!, $after: String) {
      searchEntities(query: "small dogs", crossEncode: 6, first: $first, after: $after) {
        pageInfo { endCursor } edges { score wordScore crossScore node { id } }
      }
    }`;
    type Read = {
      searchEntities: { pageInfo: { endCursor: string }; edges: (Edge & { crossScore: number | null })[] };
    };
    const ids = ({ data }: { data: Read }) => data.searchEntities.edges.map(({ node }) => node.id);
    const words = idsOf(await search('small dogs'));
    const found = await api.ask<Read>(asked, { first: 10 });
    expect(found.errors).toEqual([]);
    const { edges } = found.data.searchEntities;
    expect(new Set(ids(found).slice(0, 6))).toEqual(new Set(words.slice(0, 6)));
    expect(ids(found).slice(6)).toEqual(words.slice(6, 10));
    const read = edges.slice(0, 6).map(({ crossScore }) => crossScore!);
    expect(read).toEqual([...read].sort((a, b) => b - a));
    expect(edges.slice(0, 6).map(({ score }) => score)).toEqual(read);
    expect(edges.slice(6).every(({ crossScore }) => crossScore === null)).toBe(true);
    const first = await api.ask<Read>(asked, { first: 4 });
    const second = await api.ask<Read>(asked, {
      first: 6,
      after: first.data.searchEntities.pageInfo.endCursor,
    });
    expect([...ids(first), ...ids(second)]).toEqual(ids(found));
  });

  it.each([
    ['an unknown model', { rerank: { model: 'nobody' } }, 'NOT_FOUND', /nobody/],
    ['a model that reads no texts', { rerank: { model: 'ids' } }, 'MODEL_UNAVAILABLE', /reads no texts/],
    ['a million', { first: 1_000_000 }, 'LIMIT_EXCEEDED', /at most 1000/],
    ['a cursor of nowhere', { after: 'x' }, 'BAD_INPUT', /cursor/],
    ['an α beyond 1', { rerank: { alpha: 7 } }, 'BAD_INPUT', /alpha/],
    ['half of a surrogate pair', { q: '\ud800' }, 'BAD_INPUT', /surrogate/],
  ])('refuses %s', async (_, variables, code, message) => {
    const { status, errors } = await api.ask(operation, { q: 'dog', ...variables });
    expect(status).toBeLessThan(500);
    expect(errors).toMatchObject([{ extensions: { code } }]);
    expect(errors[0]!.message).toMatch(message);
  });
});

describe('a cross-encoder', () => {
  it('reads no more than 200', async () => {
    const { errors } = await api.ask('{ searchEntities(query: "dog", crossEncode: 201) { words } }');
    expect(errors).toMatchObject([{ message: expect.stringMatching(/"crossEncode" must be/) as string }]);
  });
});

describe('suggestEntities', () => {
  it('completes what is typed', async () => {
    const { data } = await api.ask<{ suggestEntities: { name: string }[] }>(
      '{ suggestEntities(prefix: "large hou", first: 3) { name } }',
    );
    expect(data.suggestEntities.length).toBeGreaterThan(0);
    for (const { name } of data.suggestEntities) expect(name).toMatch(/^large house/);
  });
});
