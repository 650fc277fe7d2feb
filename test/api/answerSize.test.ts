import { createClient } from 'graphql-ws';
import {
  getNamedType,
  GraphQLID,
  type GraphQLInputType,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import WebSocket from 'ws';
import { createSchema } from '../../src/api/schema';
import { startTestApi, type TestApi, token } from './support';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const long = 'x'.repeat(900_000);

async function answerOf(query: string, variables: object): Promise<{ text: string; codes: string[] }> {
  const response = await fetch(`${api.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions: { code: string } }[] };
  return { text, codes: errors.map(({ extensions }) => extensions.code) };
}

/** A value of the type in which every text is `text`, and the places of the texts in it. */
function filled(type: GraphQLInputType, text: string, depth = 0): unknown {
  if (isNonNullType(type)) return filled(type.ofType, text, depth);
  if (isListType(type)) return [filled(type.ofType, text, depth)];
  if (type === GraphQLID || type === GraphQLString) return text;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (!isInputObjectType(type)) return undefined;
  const fields = Object.values(type.getFields());
  const used = type.isOneOf ? fields.slice(0, 1) : fields;
  return Object.fromEntries(used.map((field) => [field.name, filled(field.type, text, depth + 1)]));
}

const holdsTexts = (value: unknown) => JSON.stringify(value ?? null).includes('"x');

describe('an answer', () => {
  const aliases = Array.from({ length: 100 }, (_, i) => `a${i}: entity(id: $id) { id }`).join(' ');
  const query = `query ($id: ID!) { ${aliases} }`;

  it('to 100 fields with an id of 900 KB is small', async () => {
    const { text, codes } = await answerOf(query, { id: long });
    expect(text.length).toBeLessThan(10_000);
    expect(codes).toEqual(['BAD_INPUT']);
    // The longest that is looked up: what is repeated is bounded too.
    const found = await answerOf(query, { id: 'y'.repeat(500) });
    expect(found.text.length).toBeLessThan(200_000);
    expect(new Set(found.codes)).toEqual(new Set(['NOT_FOUND']));
    const refused = await answerOf(query, { id: 'y'.repeat(1_900) });
    expect(refused.text.length).toBeLessThan(100_000);
    expect(new Set(refused.codes)).toEqual(new Set(['BAD_INPUT']));
  });

  it('to them is small over a WebSocket, too', async () => {
    const client = createClient({
      url: `${api.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
    });
    const answer = await new Promise<unknown>((resolve) =>
      client.subscribe(
        { query, variables: { id: long } },
        { next: resolve, error: resolve, complete: () => undefined },
      ),
    );
    await client.dispose();
    expect(answer).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
  });

  it('is small whichever argument is a text of 900 KB', async () => {
    const schema = await createSchema();
    const types = [schema.getQueryType()!, schema.getMutationType()!];
    let tried = 0;
    for (const [type, word] of types.map((type, i) => [type, ['query', 'mutation'][i]] as const)) {
      for (const field of Object.values(type.getFields())) {
        for (const arg of field.args) {
          const values = new Map(
            field.args.map((each) => [each.name, filled(each.type, each === arg ? long : 'x')]),
          );
          if (!holdsTexts(values.get(arg.name))) continue;
          tried++;
          const used = field.args.filter(({ name }) => values.get(name) !== undefined);
          const declared = used.map(({ name, type: of }) => `$${name}: ${String(of)}`).join(', ');
          const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
          const { text, codes } = await answerOf(
            `${word} (${declared}) { ${field.name}(${passed}) { __typename } }`,
            Object.fromEntries(values),
          );
          expect([field.name, arg.name, text.length < 10_000, codes.length > 0]).toEqual([
            field.name,
            arg.name,
            true,
            true,
          ]);
          expect(codes).not.toContain('INTERNAL');
          expect(getNamedType(field.type)).toBeDefined();
        }
      }
    }
    expect(tried).toBeGreaterThan(15);
  }, 60_000);

  it.each([
    ['an alias', `{ entities { edges { node { ${long}: id } } } }`],
    ['an operation', `query ${long} { __typename }`],
    ['an unknown field', `{ ${long} }`],
  ])('is small where %s has a name of 900 KB', async (_what, document) => {
    const { text, codes } = await answerOf(document, {});
    expect(text.length).toBeLessThan(10_000);
    expect(codes).toContain('LIMIT_EXCEEDED');
  });

  it('quotes no more than the beginning of a value of the wrong type', async () => {
    const { text, codes } = await answerOf('query ($n: Int!) { entities(first: $n) { totalCount } }', {
      n: long,
    });
    expect(text.length).toBeLessThan(10_000);
    expect(codes).toEqual(['BAD_INPUT']);
  });
});
