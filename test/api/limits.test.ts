import { startTestApi, type TestApi } from './support';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Each is refused before anything is executed: no data, status 400. */
async function refused(answer: Promise<{ status: number; data: unknown; errors: unknown[] }>, code: string) {
  const { status, data, errors } = await answer;
  expect({ status, data, errors }).toMatchObject({
    status: 400,
    data: undefined,
    errors: [{ extensions: { code } }],
  });
  expect(errors).toHaveLength(1);
  return (errors[0] as { message: string }).message;
}

const million = 1_000_000;
const page = 'edges { node { id name } }';

describe('"first"', () => {
  const message = '"first" of "entities" is 1000000; at most 1000 are given at once. Ask for a smaller page.';

  it.each([
    ['a literal', `{ entities(first: ${million}) { ${page} } }`, undefined],
    ['a variable', `query ($n: Int!) { entities(first: $n) { ${page} } }`, { n: million }],
    ['a default', `query ($n: Int! = ${million}) { entities(first: $n) { ${page} } }`, undefined],
    ['a fragment', `{ ...f } fragment f on Query { entities(first: ${million}) { ${page} } }`, undefined],
    [
      'an alias',
      `{ entities(first: 1) { ${page} } other: entities(first: ${million}) { ${page} } }`,
      undefined,
    ],
  ])('of a million from %s is refused', async (_what, query, variables) => {
    expect(await refused(api.ask(query, variables), 'LIMIT_EXCEEDED')).toBe(message);
  });

  it.each([
    'predictLinks(relation: "r", head: {id: "e"}, first: 1000000) { tookMs }',
    'searchEntities(query: "x", first: 1000000) { tookMs }',
    'similarEntities(entity: "e", first: 1000000) { tookMs }',
    'jobs(first: 1000000) { id }',
  ])('of a million is refused by { %s }', async (field) => {
    await refused(api.ask(`{ ${field} }`), 'LIMIT_EXCEEDED');
  });

  it.each([0, -1])('of %d is refused', async (n) => {
    expect(await refused(api.ask(`{ entities(first: ${n}) { ${page} } }`), 'BAD_INPUT')).toBe(
      `"first" of "entities" is ${n}; expected 1 to 1000.`,
    );
  });

  it('of more than 32 bits, null or a text is refused', async () => {
    const query = `query ($n: Int!) { entities(first: $n) { ${page} } }`;
    expect(await refused(api.ask(query, { n: 1e10 }), 'BAD_INPUT')).toMatch(
      /cannot represent non 32-bit signed integer/,
    );
    expect(await refused(api.ask(query, { n: null }), 'BAD_INPUT')).toMatch(/must not be null/);
    expect(await refused(api.ask(query, { n: 'x' }), 'BAD_INPUT')).toMatch(
      /cannot represent non-integer value/,
    );
  });
});

describe('cost', () => {
  it('of nested lists is refused', async () => {
    const query = `query ($n: Int!) { entities(first: $n) { edges { node { outgoing(first: $n) { ${page} } } } } }`;
    expect(await refused(api.ask(query, { n: 1000 }), 'LIMIT_EXCEEDED')).toMatch(
      /^The operation costs 1202010; at most 5000 is allowed\. Ask for smaller pages/,
    );
  });

  it('of a hundred aliases is refused', async () => {
    const aliases = Array.from({ length: 100 }, (_, i) => `a${i}: entities(first: 100) { ${page} }`).join(
      ' ',
    );
    expect(await refused(api.ask(`{ ${aliases} }`), 'LIMIT_EXCEEDED')).toMatch(
      /^The operation costs \d+; at most 5000/,
    );
  });

  it.each([
    ['of cross-encoders that read much', 'crossEncode: 200'],
    ['of deep reranking', 'rerank: { depth: 10000 }'],
  ])('%s is refused', async (_, much) => {
    const aliases = (more: string) =>
      Array.from({ length: 50 }, (_, i) => `a${i}: searchEntities(query: "x", ${more}) { tookMs }`).join(' ');
    expect(await refused(api.ask(`{ ${aliases(much)} }`), 'LIMIT_EXCEEDED')).toMatch(
      /^The operation costs \d+; at most 5000/,
    );
    expect((await api.ask(`{ ${aliases('first: 1')} }`)).errors).toEqual([]);
  });

  it('of fragments that double at each of thirty steps is refused at once', async () => {
    const steps = Array.from({ length: 30 }, (_, i) =>
      `fragment f${i} on Query { ...f${i + 1} x: ...f${i + 1} }`.replaceAll('x: ', ''),
    );
    const query = `{ ...f0 } ${steps.join(' ')} fragment f30 on Query { entities { ${page} } }`;
    const start = performance.now();
    expect(await refused(api.ask(query), 'LIMIT_EXCEEDED')).toBe(
      'The fragments stand for more than 10000 fields. Ask in several requests.',
    );
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it('of values repeated a thousand times is refused', async () => {
    const values = Array.from({ length: 100 }, (_, i) => `d${i}: description`).join(' ');
    await refused(api.ask(`{ entities(first: 1000) { edges { node { ${values} } } } }`), 'LIMIT_EXCEEDED');
  });
});

describe('the document', () => {
  it('of ten thousand tokens is refused', async () => {
    expect(await refused(api.ask(`{ ${'__typename '.repeat(10_000)} }`), 'LIMIT_EXCEEDED')).toMatch(
      /^The document has more than 2000 tokens/,
    );
  });

  it('that repeats one field a thousand times is refused', async () => {
    expect(await refused(api.ask(`{ ${'__typename '.repeat(1500)} }`), 'LIMIT_EXCEEDED')).toMatch(
      /^The document repeats the same fields too often/,
    );
  });

  it('nested too deep is refused, by fragments too', async () => {
    const nest = (levels: number): string =>
      levels === 0 ? 'id' : `outgoing(first: 1) { edges { node { ${nest(levels - 1)} } } }`;
    expect(await refused(api.ask(`{ entity(id: "e") { ${nest(5)} } }`), 'LIMIT_EXCEEDED')).toBe(
      'The selections nest too deep: at most 12 levels are allowed. Ask in several requests.',
    );
    const split = `{ entity(id: "e") { ...f } } fragment f on Entity { ${nest(3)} ...g } fragment g on Entity { ${nest(4)} }`;
    await refused(api.ask(split), 'LIMIT_EXCEEDED');
  });

  it('with fragments that go round in a circle is refused', async () => {
    const query = '{ entity(id: "e") { ...f } } fragment f on Entity { ...g } fragment g on Entity { ...f }';
    expect(await refused(api.ask(query), 'GRAPHQL_VALIDATION_FAILED')).toMatch(
      /Cannot spread fragment "f" within itself/,
    );
  });

  it('may ask for the whole schema', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    expect(await api.ask(getIntrospectionQuery())).toMatchObject({ status: 200, errors: [] });
  });
});

describe('an input', () => {
  it('of 1,001 items is refused, at any depth', async () => {
    const triples = Array(1001).fill({ head: 'h', relation: 'r', tail: 't' });
    const add = 'mutation ($t: [TripleInput!]!) { addTriples(triples: $t) { added } }';
    expect(await refused(api.tell(add, { t: triples }), 'LIMIT_EXCEEDED')).toBe(
      '"triples" of "addTriples" has 1001 items; at most 1000 are taken at once. Send them in several requests.',
    );
    const create = 'mutation ($i: CreateEntityInput!) { createEntity(input: $i) { id } }';
    const input = { name: 'n', description: 'd', aliases: Array(1001).fill('a') };
    expect(await refused(api.tell(create, { i: input }), 'LIMIT_EXCEEDED')).toMatch(
      /^"aliases" in "input" of "createEntity" has 1001 items/,
    );
  });

  it('of Infinity is refused, as a literal and from a variable', async () => {
    const literal = 'mutation { trainModel(input: {encoder: "be-bow", learningRate: 1e309}) { id } }';
    expect(await refused(api.tell(literal), 'BAD_INPUT')).toBe(
      '"learningRate" in "input" of "trainModel" is not a finite number. Numbers must lie within ±1.8e308.',
    );
    const body =
      '{"query": "mutation ($x: Float) { trainModel(input: {encoder: \\"be-bow\\", l2: $x}) { id } }", "variables": {"x": -1e309}}';
    const answer = api.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await refused(answer, 'BAD_INPUT')).toMatch(/Float cannot represent non numeric value: -Infinity/);
  });

  it('with both or no form of an entity is refused', async () => {
    const query = 'query ($h: EntityReference!) { predictLinks(head: $h, relation: "r") { tookMs } }';
    const both = { id: 'e', text: { name: 'n' } };
    expect(await refused(api.ask(query, { h: both }), 'BAD_INPUT')).toMatch(
      /Exactly one key must be specified for OneOf type "EntityReference"/,
    );
    expect(await refused(api.ask(query, { h: {} }), 'BAD_INPUT')).toMatch(
      /Exactly one key must be specified/,
    );
    await refused(
      api.ask('{ predictLinks(head: {id: "e", text: {name: "n"}}, relation: "r") { tookMs } }'),
      'GRAPHQL_VALIDATION_FAILED',
    );
  });
});
