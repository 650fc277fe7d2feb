import { GraphQLError } from 'graphql';
import { formatError } from '../../src/api/errors';
import { KindredError } from '../../src/shared/errors';
import { log } from '../../src/shared/log';

const format = (error: GraphQLError) => formatError(error.toJSON(), error);

beforeAll(() => {
  log.level = 'silent';
});

describe('an error on its way out', () => {
  it('of ours keeps its message, code, details and place', () => {
    const originalError = new KindredError('NOT_FOUND', 'There is no such thing.', { id: 'x' });
    expect(format(new GraphQLError('wrapped', { originalError, path: ['entity'] }))).toMatchObject({
      message: 'There is no such thing.',
      path: ['entity'],
      extensions: { code: 'NOT_FOUND', details: { id: 'x' } },
    });
  });

  it('of ours is found under several wrappings', () => {
    const originalError = new KindredError('CONFLICT', 'It changed meanwhile.');
    const inner = new GraphQLError('inner', { originalError });
    expect(format(new GraphQLError('outer', { originalError: inner }))).toEqual({
      message: 'It changed meanwhile.',
      extensions: { code: 'CONFLICT' },
    });
  });

  it.each([
    ['a library', new Error('Invalid input: MATCH (n {password: "secret"}) at /home/me/app.js:1')],
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'vec_be_bow_1')")],
  ])('of %s shows nothing but an id for the log', (_what, originalError) => {
    const shown = format(new GraphQLError(originalError.message, { originalError, path: ['entity'] }));
    expect(shown).toEqual({
      message: expect.stringMatching(
        /^Something went wrong on the server; its log has it under [0-9a-f-]{36}\.$/,
      ),
      path: ['entity'],
      extensions: { code: 'INTERNAL', details: { errorId: expect.any(String) } },
    });
    expect(JSON.stringify(shown)).not.toMatch(/MATCH|secret|home|vec_be_bow/);
  });

  it('of GraphQL about its own answer is a fault of the server, too', () => {
    const error = new GraphQLError('Cannot return null for non-nullable field Entity.name.', {
      path: ['entity', 'name'],
    });
    expect(format(error).extensions).toMatchObject({ code: 'INTERNAL' });
  });
});
