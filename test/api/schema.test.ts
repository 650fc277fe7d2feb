import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { depthRule } from '../../src/api/limits/depth';
import { checkOperation } from '../../src/api/limits/operation';
import { printApiSchema } from '../../src/api/printSchema';
import { createSchema } from '../../src/api/schema';
import { loadSettings } from '../../src/config';
import { trainingSettingsSchema } from '../../src/models/training/settings';
import { projectRoot } from '../../src/shared/paths';

const folder = path.join(projectRoot, 'schema');

describe('the schema', () => {
  it('is the one in schema/schema.graphql (else run: npm run schema)', async () => {
    expect(await printApiSchema()).toBe(readFileSync(path.join(folder, 'schema.graphql'), 'utf8'));
  });

  it('describes every type, field, argument and value', async () => {
    const schema = buildSchema(await printApiSchema());
    const own = Object.values(schema.getTypeMap()).filter(
      ({ name }) => !name.startsWith('__') && !builtIn.has(name),
    );
    expect(own.length).toBeGreaterThan(30);
    expect(own.flatMap(undescribed)).toEqual([]);
  });

  it('takes exactly one form of an entity reference', async () => {
    expect(await printApiSchema()).toContain('input EntityReference @oneOf {');
  });

  it('takes every setting that a training has', async () => {
    const schema = await createSchema();
    const fields = (name: string) =>
      Object.keys((schema.getType(name) as GraphQLInputObjectType).getFields()).sort();
    const settings = trainingSettingsSchema.in.shape;
    expect(fields('TrainModelInput')).toEqual(['name', 'preset', ...Object.keys(settings)].sort());
    expect(fields('ValidationInput')).toEqual(Object.keys(settings.validation.unwrap().shape).sort());
  });
});

describe('schema/operations', () => {
  const operations = path.join(folder, 'operations');
  const names = readdirSync(operations)
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => path.basename(file, '.graphql'));

  it.each(names)('%s fits the schema and the limits', async (name) => {
    const schema = await createSchema();
    const settings = loadSettings({});
    const text = readFileSync(path.join(operations, `${name}.graphql`), 'utf8');
    const document = parse(text, { maxLexicalTokens: settings.KINDRED_MAX_TOKENS });
    expect(validate(schema, document, [...specifiedRules, depthRule(settings.KINDRED_MAX_DEPTH)])).toEqual(
      [],
    );

    const file = path.join(operations, `${name}.json`);
    const variables = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)
      : {};
    checkOperation({ schema, document, variables }, settings);
  });
});

const builtIn = new Set(['String', 'Boolean', 'Int', 'Float', 'ID', 'Query', 'Mutation', 'Subscription']);

interface Part {
  readonly name: string;
  readonly description?: string | null;
}

/** Names of the type and its parts that have no description. */
function undescribed(type: GraphQLNamedType): string[] {
  const fields: (Part & { args?: readonly Part[] })[] =
    isObjectType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
  const parts = [type, ...fields, ...fields.flatMap(({ args = [] }) => args)];
  const values: readonly Part[] = isEnumType(type) ? type.getValues() : [];
  return [...parts, ...values]
    .filter(({ description }) => !description)
    .map(({ name }) => `${type.name}.${name}`);
}
