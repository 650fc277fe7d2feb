import { z } from 'zod';
import { loadSettings } from '../../src/config';
import { zodFaults } from '../../src/shared/zodFaults';

const refused = (environment: NodeJS.ProcessEnv) => () => loadSettings(environment);

describe('a setting that cannot be used', () => {
  it.each([
    ['KINDRED_PORT', 'abc', 'a whole number from 0 to 65535'],
    ['KINDRED_PORT', '65536', 'a whole number from 0 to 65535'],
    ['KINDRED_PORT', '1.5', 'a whole number from 0 to 65535'],
    ['KINDRED_MAX_DEPTH', '0', 'a whole number of at least 1'],
    ['KINDRED_LOG', 'loud', 'one of silent, error, warn, info, debug'],
    ['KINDRED_WORKER', 'yes', 'one of 0, 1, true, false'],
    ['NEO4J_URI', 'http://x', 'bolt://, neo4j:// or one of their +s forms'],
  ])('%s=%s', (name, value, expected) => {
    expect(refused({ [name]: value })).toThrow(
      `These settings are not usable: ${name}: expected ${expected}, came "${value}".`,
    );
  });

  it('is not shown where it is a secret', () => {
    expect(refused({ KINDRED_TOKEN: 'too-short' })).toThrow(/: expected at least 16 characters\.$/);
  });
});

describe('zodFaults', () => {
  const schema = z.strictObject({
    rate: z.number().positive().max(1),
    inner: z.strictObject({ every: z.number().int().min(1).optional() }).prefault({}),
    flag: z.boolean().default(true),
  });

  const faults = (given: unknown) => zodFaults(schema, schema.safeParse(given).error!, given);

  it('names places inside, types and what is missing', () => {
    expect(faults({ inner: { every: 0.5 }, flag: 'no' })).toEqual([
      'rate: expected a number above 0 and at most 1, came nothing',
      'inner.every: expected a whole number of at least 1, came 0.5',
      'flag: expected true or false, came "no"',
    ]);
  });

  it('says what else is taken where null is, and how long a list may be', () => {
    const nullable = z.strictObject({
      triples: z.number().int().min(1).nullable().default(null),
      relations: z.array(z.string()).min(1).max(1000).nullable().default(null),
      inner: z
        .strictObject({ kind: z.enum(['a', 'b']).nullable() })
        .nullable()
        .default(null),
      names: z.array(z.string().min(2)).min(1).optional(),
    });
    const of = (given: unknown) => zodFaults(nullable, nullable.safeParse(given).error!, given);
    expect(of({ triples: 0, relations: [], inner: { kind: 'c' }, names: [] })).toEqual([
      'triples: expected a whole number of at least 1, came 0',
      'relations: expected a list of 1 to 1000, came []',
      'inner.kind: expected one of a, b, came "c"',
      'names: expected a list of at least 1, came []',
    ]);
    expect(of({ relations: [3], names: ['x'], inner: { more: 1 } })).toEqual([
      'relations.0: expected a string, came 3',
      'inner.kind: expected one of a, b, came nothing',
      'inner.more: not known; expected some of kind',
      'names.0: expected string to have >=2 characters, came "x"',
    ]);
  });

  it('names what it does not know, and what there is', () => {
    expect(faults({ rate: 1, inner: { evry: 1 } })).toEqual([
      'inner.evry: not known; expected some of every',
    ]);
    expect(faults([])).toEqual(['the whole: expected an object, came []']);
  });
});
