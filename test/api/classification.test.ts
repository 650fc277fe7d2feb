import { trainTiny, temporaryFolder } from '../support/models';
import { testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { startTestApi, type TestApi } from './support';

let api: TestApi;

beforeAll(async () => {
  const dataFolder = await temporaryFolder();
  api = await startTestApi({ KINDRED_DATA: dataFolder });
  const db = await testDatabase();
  await tinyGraph(db, 80);
  await trainTiny(db, dataFolder, 'bow');
  await api.services.models.refresh();
});
afterAll(() => api.close());

const query = `query ($entity: EntityReference!, $among: [String!], $first: Int! = 10, $model: ID) {
  classifyEntity(entity: $entity, among: $among, first: $first, model: $model) {
    truncated tookMs
    model { id }
    types { type probability }
    classifier { types learnedFrom learnedAt metrics { name value } model { id } }
  }
}`;

interface Classified {
  classifyEntity: {
    types: { type: string; probability: number }[];
    classifier: {
      types: string[];
      learnedFrom: number;
      learnedAt: string;
      metrics: { name: string; value: number }[];
    };
  };
}

const text = { name: 'small dog', description: 'the animal' };

describe('classifyEntity', () => {
  it('says what is missing where no entity has types', async () => {
    expect(await api.ask(query, { entity: { text } })).toMatchObject({
      status: 200,
      data: null,
      errors: [
        {
          message: expect.stringMatching(/^Only 0 entities have both types and vectors/),
          extensions: { code: 'MODEL_UNAVAILABLE' },
        },
      ],
    });
  });

  it('proposes types to a reader, for a text and for a stored entity, and says how far they are to be trusted', async () => {
    const db = await testDatabase();
    await db.write("MATCH (e:Entity) SET e.types = [split(e.name, ' ')[0]], e.updatedAt = timestamp()");
    for (const entity of [{ text }, { id: 't:00004' }]) {
      const { data, errors } = await api.ask<Classified>(query, { entity });
      expect(errors).toEqual([]);
      expect(data.classifyEntity).toMatchObject({
        truncated: false,
        tookMs: expect.any(Number),
        model: { id: 'bow@1' },
        classifier: { learnedFrom: 72, model: { id: 'bow@1' } },
      });
      const { types, classifier } = data.classifyEntity;
      expect(types.map(({ type }) => type).sort()).toEqual(['large', 'mobile', 'small', 'young']);
      expect(types.map(({ type }) => type).sort()).toEqual([...classifier.types].sort());
      for (const { probability } of types) expect(probability > 0 && probability < 1).toBe(true);
      expect(Object.fromEntries(classifier.metrics.map(({ name, value }) => [name, value]))).toEqual({
        entities: 8,
        precision: expect.any(Number),
        recall: expect.any(Number),
        f1: expect.any(Number),
        exact: expect.any(Number),
      });
      expect(Math.abs(Date.now() - Date.parse(classifier.learnedAt))).toBeLessThan(60_000);
    }
  });

  it('tells those apart that are asked for', async () => {
    const { data } = await api.ask<Classified>(query, {
      entity: { text },
      among: ['large', 'small'],
      first: 1,
    });
    expect(data.classifyEntity.types).toMatchObject([{ type: 'small' }]);
  });

  it.each([
    ['an unknown entity', { entity: { id: 'nobody' } }, 'NOT_FOUND', /entity with id "nobody"/],
    ['an unknown model', { entity: { text }, model: 'big' }, 'NOT_FOUND', /no current model "big"/],
    [
      'a type that was not learned',
      { entity: { text }, among: ['tiny'] },
      'BAD_INPUT',
      /The type "tiny" was not learned/,
    ],
    ['an over-long text', { entity: { text: { name: 'x'.repeat(501) } } }, 'BAD_INPUT', /at most 500/],
  ])('refuses %s', async (_, variables, code, message) => {
    expect(await api.ask(query, variables)).toMatchObject({
      status: 200,
      data: null,
      errors: [{ message: expect.stringMatching(message), extensions: { code } }],
    });
  });

  it.each([
    ['both an id and a text', { entity: { id: 't:00001', text } }],
    ['neither', { entity: {} }],
    ['too long an answer', { entity: { text }, first: 1_001 }],
    ['too many types', { entity: { text }, among: Array(1_001).fill('x') }],
  ])('refuses %s before it is executed', async (_, variables) => {
    expect((await api.ask(query, variables)).status).toBe(400);
  });
});

describe('learnTypes', () => {
  const mutation = 'mutation { learnTypes { types learnedFrom learnedAt metrics { name } model { id } } }';

  it('is for curators', async () => {
    expect((await api.ask(mutation)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  it('learns of types that entities were given since', async () => {
    const input = { name: 'large telephone', description: 'a house', types: ['device'] };
    const inputs = Array.from({ length: 12 }, (_, i) => ({ ...input, id: `new:${i}` }));
    await api.tell('mutation ($inputs: [CreateEntityInput!]!) { createEntities(inputs: $inputs) { id } }', {
      inputs,
    });
    const asked = { entity: { text: { name: input.name, description: input.description } }, first: 1 };
    const before = await api.ask<Classified>(query, asked);
    expect(before.data.classifyEntity.classifier.types).not.toContain('device');
    const { data, errors } = await api.tell<{ learnTypes: { types: string[]; learnedFrom: number } }>(
      mutation,
    );
    expect(errors).toEqual([]);
    expect(data.learnTypes.types).toContain('device');
    expect(data.learnTypes.learnedFrom).toBeGreaterThan(72);
    const after = await api.ask<Classified>(query, asked);
    expect(after.data.classifyEntity.types).toMatchObject([{ type: 'device' }]);
  });
});
