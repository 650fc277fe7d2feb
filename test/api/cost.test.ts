import fc from 'fast-check';
import { getIntrospectionQuery, type GraphQLSchema, parse } from 'graphql';
import { costOf } from '../../src/api/limits/cost';
import { createSchema } from '../../src/api/schema';

let schema: GraphQLSchema;

beforeAll(async () => {
  schema = await createSchema();
});

function cost(query: string, variables?: Record<string, unknown>, operationName?: string): number {
  return costOf({ schema, document: parse(query), variables, operationName }, 1000);
}

const names = 'edges { node { id name } }';

describe('the cost of an operation', () => {
  it('is the number of objects plus a tenth for each plain value', () => {
    expect(cost('{ entity(id: "a") { id name } }')).toBeCloseTo(1.2);
    expect(cost(`{ entities(first: 7) { ${names} } }`)).toBeCloseTo(10 + 7 * 1.2);
  });

  it.each([
    ['a literal', `{ entities(first: 50) { ${names} } }`, undefined],
    ['a variable', `query ($n: Int!) { entities(first: $n) { ${names} } }`, { n: 50 }],
    ['a default of the operation', `query ($n: Int! = 50) { entities(first: $n) { ${names} } }`, undefined],
    ['a fragment', `{ ...f } fragment f on Query { entities(first: 50) { ${names} } }`, undefined],
    ['an inline fragment', `{ ... on Query { entities(first: 50) { ${names} } } }`, undefined],
    ['an alias', `{ some: entities(first: 50) { ${names} } }`, undefined],
  ])('multiplies by "first" from %s', (_what, query, variables) => {
    expect(cost(query, variables)).toBeCloseTo(10 + 50 * 1.2);
  });

  it('multiplies by the default of the schema', () => {
    expect(cost(`{ entities { ${names} } }`)).toBeCloseTo(10 + 20 * 1.2);
  });

  it('multiplies nested lists', () => {
    const nested = `{ entities(first: 10) { edges { node { outgoing(first: 5) { ${names} } } } } }`;
    expect(cost(nested)).toBeCloseTo(10 + 10 * (1 + 1 + 5 * 1.2));
  });

  it('counts every alias, every use of a fragment and every item of a list', () => {
    const one = cost('{ entity(id: "a") { id } }');
    expect(cost('{ a: entity(id: "a") { id } b: entity(id: "b") { id } }')).toBeCloseTo(2 * one);
    expect(
      cost('{ ...f a: entity(id: "a") { id } } fragment f on Query { b: entity(id: "b") { id } }'),
    ).toBeCloseTo(2 * one);
    const mutation = 'mutation ($i: [CreateEntityInput!]!) { createEntities(inputs: $i) { id } }';
    const input = { name: 'n', description: 'd' };
    expect(cost(mutation, { i: Array(30).fill(input) })).toBeCloseTo(
      10 * cost(mutation, { i: [input, input, input] }),
    );
  });

  it('is the same whichever way the sizes come', () => {
    const size = fc.integer({ min: 1, max: 1000 });
    fc.assert(
      fc.property(size, size, size, (a, b, c) => {
        const query = (first: (name: string, value: number) => string, head = '') =>
          `${head} { entities(first: ${first('a', a)}) { edges { node {
            outgoing(first: ${first('b', b)}) { edges { node { incoming(first: ${first('c', c)}) { ${names} } } } } } } } }`;
        const expected = 10 + a * (1 + 1 + b * (1 + 1 + c * 1.2));
        const variable = (name: string) => `$${name}`;
        const declared = 'query ($a: Int!, $b: Int!, $c: Int!)';
        const defaulted = `query ($a: Int! = ${a}, $b: Int! = ${b}, $c: Int! = ${c})`;
        const closeTo = (actual: number) => expect(actual / expected).toBeCloseTo(1, 9);
        closeTo(cost(query((_name, value) => String(value))));
        closeTo(cost(query(variable, declared), { a, b, c }));
        closeTo(cost(query(variable, defaulted)));
      }),
    );
  });

  it('counts the operation that runs and no other of the document', () => {
    const document = `query small { entity(id: "a") { id } } query large { entities(first: 900) { ${names} } }`;
    expect(cost(document, undefined, 'small')).toBeCloseTo(1.1);
  });

  it('takes what is skipped for free', () => {
    const query = `query ($no: Boolean!) { entity(id: "a") { id } entities(first: 900) @include(if: $no) { ${names} } }`;
    expect(cost(query, { no: false })).toBeCloseTo(1.1);
    expect(cost(query, { no: true })).toBeGreaterThan(900);
  });

  it('fits a page of 100 entities with their first 10 triples, and every input list of 1,000', () => {
    const page = `{ entities(first: 100) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { id name description
      outgoing(first: 10) { pageInfo { hasNextPage endCursor } edges { cursor relation { id name } node { id name } } } } } } }`;
    expect(cost(page)).toBeLessThan(5000);
    const many = <T>(item: T) => ({ many: Array(1000).fill(item) as T[] });
    expect(
      cost(
        'mutation ($many: [CreateEntityInput!]!) { createEntities(inputs: $many) { id name } }',
        many({ name: 'n', description: '' }),
      ),
    ).toBeLessThan(5000);
    expect(
      cost(
        'mutation ($many: [TripleInput!]!) { addTriples(triples: $many) { added existing } }',
        many({ head: 'h', relation: 'r', tail: 't' }),
      ),
    ).toBeLessThan(5000);
  });

  it('fits the introspection that tools send, and not many of it', () => {
    expect(cost(getIntrospectionQuery())).toBeLessThan(500);
    expect(
      cost(`{ ${Array.from({ length: 60 }, (_, i) => `a${i}: __schema { types { name } }`).join(' ')} }`),
    ).toBeGreaterThan(5000);
  });
});
