import type { Database } from '../../src/graph/database';
import { linkQuery } from '../../src/models/blp';
import { similarity } from '../../src/models/blp/similarity';
import type { Services } from '../../src/services';
import { importBareEntities } from '../../src/graph/bulk';
import { serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { relate } from '../graph/samples';

let db: Database;
let services: Services;
const entities = 40;

beforeAll(async () => {
  db = await testDatabase();
  await clear(db);
  const dataFolder = await temporaryFolder();
  await tinyGraph(db, entities);
  await trainTiny(db, dataFolder, 'reader', { relationEncoder: 'text' });
  await trainTiny(db, dataFolder, 'asker', { relationModel: 'text-query' });
  await trainTiny(db, dataFolder, 'bow');
  await trainTiny(db, dataFolder, 'bert', { encoder: 'blp', distance: 'l2' });
  services = await serve(db, dataFolder);
});

const predict = (request: Partial<Parameters<Services['prediction']['predictLinks']>[0]>) =>
  services.prediction.predictLinks({
    known: { id: 't:00004' },
    side: 'head',
    relation: 'near',
    first: 5,
    ...request,
  });

/** All entities but one by their scores, computed one by one from what the store holds. */
async function ranking(
  name: string,
  side: 'head' | 'tail',
  relation: string | Float32Array,
  known: Float32Array,
  but: string[],
) {
  const { record, card, relations } = services.models.model(name);
  const query = linkQuery(
    card.settings,
    known,
    side,
    typeof relation === 'string' ? relations.get(relation)! : relation,
  );
  const rows = await db.read<{ id: string; vector: number[] }>(
    'MATCH (e:Entity) RETURN e.id AS id, e[$p] AS vector',
    {
      p: record.vectorProperty,
    },
  );
  return rows
    .filter(({ id }) => !but.includes(id))
    .map(({ id, vector }) => ({
      id,
      score: similarity(query.metric, query.vector, Float32Array.from(vector)),
    }))
    .sort((a, b) => b.score - a.score);
}

async function vectorOf(name: string, id: string): Promise<Float32Array> {
  return (await services.models.model(name).candidates.vectorOf(id))!;
}

const linked = async (id: string, side: 'head' | 'tail', relation: string) => {
  const rows = await db.read<{ id: string }>(
    side === 'head'
      ? 'MATCH ({id: $id})-[:TRIPLE {relation: $relation}]->(e) RETURN e.id AS id'
      : 'MATCH (e)-[:TRIPLE {relation: $relation}]->({id: $id}) RETURN e.id AS id',
    { id, relation },
  );
  return rows.map((row) => row.id);
};

describe('predictLinks', () => {
  describe.each(['bow', 'bert'])('with %s', (model) => {
    it.each([
      ['head', true],
      ['head', false],
      ['tail', true],
      ['tail', false],
    ] as const)(
      'ranks all entities for a stored %s; without what is known: %p',
      async (side, excludeKnown) => {
        const known = await linked('t:00004', side, 'near');
        expect(known.length).toBeGreaterThan(0);
        const expected = await ranking(model, side, 'near', await vectorOf(model, 't:00004'), [
          't:00004',
          ...(excludeKnown ? known : []),
        ]);
        const answer = await predict({ side, model, excludeKnown, first: 1_000 });
        expect(answer.predictions.map(({ rank }) => rank)).toEqual(expected.map((_, i) => i + 1));
        answer.predictions.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]!.score, 4));
        expect(new Set(answer.predictions.map(({ entityId }) => entityId))).toEqual(
          new Set(expected.map(({ id }) => id)),
        );
        expect(answer).toMatchObject({ truncated: false, model: { id: `${model}@1` } });
      },
    );

    it('ranks them for an entity that is only described', async () => {
      const text = { name: 'mobile fire', description: 'the small air' };
      const { vector } = await services.embedding.embedText(text, model);
      const expected = await ranking(model, 'head', 'over', Float32Array.from(vector), []);
      const answer = await predict({ known: text, relation: 'over', model, first: 3 });
      expect(answer.predictions).toHaveLength(3);
      answer.predictions.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]!.score, 4));
    });
  });

  describe('with a model that reads relations', () => {
    const [name, description] = ['beneath', 'the small water of the tree'];
    beforeAll(() => services.links.createRelation({ id: 'beneath', name, description }));

    it('ranks all entities by vectors of relations from their texts, also for a new one', async () => {
      const { folder } = services.models.model('reader');
      const text = `${name}: ${description}`;
      const { vectors } = await services.models.encoder.encode(folder, [text, 'near'], 'relation');
      const [fresh, trained] = [vectors.slice(0, vectors.length / 2), vectors.slice(vectors.length / 2)];
      const kept = services.models.model('reader').relations.get('near')!;
      trained.forEach((value, i) => expect(value).toBeCloseTo(kept[i]!, 5));
      const own = await vectorOf('reader', 't:00004');
      const expected = await ranking('reader', 'tail', fresh, own, ['t:00004']);
      const answer = await predict({ relation: 'beneath', side: 'tail', model: 'reader', first: 1_000 });
      answer.predictions.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]!.score, 4));
      expect(answer.predictions).toHaveLength(expected.length);
    });

    it.each(['head', 'tail'] as const)(
      'ranks all entities for a %s by a query that it reads',
      async (side) => {
        const known = { name: 'mobile fire', description: 'the small air' };
        const asked = `${side === 'head' ? '' : 'inverse '}${name}: ${description}`;
        const { folder, record } = services.models.model('asker');
        const { vectors } = await services.models.encoder.encode(folder, [
          ['mobile fire: the small air', asked],
        ]);
        const rows = await db.read<{ id: string; vector: number[] }>(
          'MATCH (e:Entity) RETURN e.id AS id, e[$p] AS vector',
          { p: record.vectorProperty },
        );
        const scores = rows.map((row) => similarity('dot', vectors, Float32Array.from(row.vector)));
        scores.sort((a, b) => b - a);
        const answer = await predict({ known, relation: 'beneath', side, model: 'asker', first: 1_000 });
        answer.predictions.forEach(({ score }, i) => expect(score).toBeCloseTo(scores[i]!, 4));
        expect(answer.predictions).toHaveLength(scores.length);
        const stored = await predict({ relation: 'near', side, model: 'asker' });
        expect(stored.predictions.map(({ entityId }) => entityId)).not.toContain('t:00004');
      },
    );
  });

  it('leaves out what was added a moment ago', async () => {
    const [best] = (await predict({})).predictions;
    const triple = { head: 't:00004', relation: 'near', tail: best!.entityId };
    await services.links.addTriples([triple], 'a test');
    expect((await predict({})).predictions[0]!.entityId).not.toBe(best!.entityId);
    await services.links.removeTriples([triple]);
    expect((await predict({})).predictions[0]).toEqual(best);
  });

  it('says when the text was longer than the encoder reads', async () => {
    const known = { name: 'dog', description: 'the small dog of the large house '.repeat(20) };
    expect((await predict({ known, model: 'bert' })).truncated).toBe(true);
    expect((await predict({ known: { name: 'dog' }, model: 'bert' })).truncated).toBe(false);
  });

  it('answers for a stored entity that has no vector yet', async () => {
    await importBareEntities(db, [{ id: 'large cat', types: [] }], 'a test', {
      by: 'a test',
      at: Date.now(),
    });
    const stored = await predict({ known: { id: 'large cat' } });
    const described = await predict({ known: { name: 'large cat' }, first: 6 });
    const others = described.predictions.filter(({ entityId }) => entityId !== 'large cat').slice(0, 5);
    expect(stored.predictions.map(({ entityId }) => entityId)).toEqual(
      others.map(({ entityId }) => entityId),
    );
  });

  it('takes the model that became current last, a name, or an id', async () => {
    const ids = await Promise.all(
      [undefined, 'bow', 'bow@1'].map(async (model) => (await predict({ model })).model.id),
    );
    expect(ids).toEqual(['bert@1', 'bow@1', 'bow@1']);
  });

  it('serves many at once as it serves one', async () => {
    const alone = await predict({ first: 10 });
    const together = await Promise.all(Array.from({ length: 50 }, () => predict({ first: 10 })));
    for (const answer of together) expect(answer).toEqual(alone);
  });

  describe('refuses', () => {
    it.each([
      [
        'an unknown entity',
        { known: { id: 'no such' } },
        'NOT_FOUND',
        'There is no entity with id "no such". Look for it with searchEntities, or describe it by name and description.',
      ],
      [
        'an unknown relation',
        { relation: 'beside' },
        'NOT_FOUND',
        'There is no relation with id "beside". The relations that bert@1 can answer: near, over.',
      ],
      [
        'a relation almost named',
        { relation: 'Nearby' },
        'NOT_FOUND',
        'There is no relation with id "Nearby". The relations that bert@1 can answer: near, over.',
      ],
      [
        'an unknown model',
        { model: 'gpt' },
        'NOT_FOUND',
        'There is no current model "gpt". Current: bert@1, bow@1, asker@1, reader@1.',
      ],
      [
        'a version that is not current',
        { model: 'bow@7' },
        'NOT_FOUND',
        'There is no current model "bow@7". Current: bert@1, bow@1, asker@1, reader@1.',
      ],
      ['none asked for', { first: 0 }, 'BAD_INPUT', '"first" must be a whole number from 1 to 1000; 0 came.'],
      [
        'too many asked for',
        { first: 1_000_000 },
        'BAD_INPUT',
        '"first" must be a whole number from 1 to 1000; 1000000 came.',
      ],
      [
        'half of one',
        { first: 2.5 },
        'BAD_INPUT',
        '"first" must be a whole number from 1 to 1000; 2.5 came.',
      ],
      [
        'a nameless entity',
        { known: { name: '', description: 'x' } },
        'BAD_INPUT',
        'The name is empty. Give at least one visible character.',
      ],
      [
        'a long text',
        { known: { name: 'x', description: 'x'.repeat(20_001) } },
        'BAD_INPUT',
        'The description has 20001 characters; at most 20000 are taken. Shorten it.',
      ],
    ] as const)('%s', async (_what, request, code, message) => {
      await expect(predict(request)).rejects.toMatchObject({ code, message });
    });

    it('a relation that came after the training', async () => {
      await relate(db, 'under');
      await expect(predict({ relation: 'under', model: 'bert' })).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringMatching(
          /^bert@1 was trained before there were triples of "under"\. Train it again .* "text-query"/,
        ) as string,
      });
    });
  });
});

describe('similar', () => {
  const cosine = (a: Float32Array, b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));

  it('ranks all other entities by the cosine of their vectors', async () => {
    const vector = await vectorOf('bert', 't:00007');
    const rows = await db.read<{ id: string; vector: number[] | null }>(
      'MATCH (e:Entity) RETURN e.id AS id, e.vec_bert_1 AS vector',
    );
    const expected = rows
      .flatMap(({ id, vector: other }) =>
        other && id !== 't:00007' ? [{ id, score: cosine(vector, other) }] : [],
      )
      .sort((a, b) => b.score - a.score);
    const { predictions } = await services.similarity.similar({ subject: { id: 't:00007' }, first: 10 });
    expect(predictions).toHaveLength(10);
    predictions.forEach(({ score }, i) => expect(score).toBeCloseTo(expected[i]!.score, 5));
  });

  it('finds the entity that has the text which is given', async () => {
    const [entity] = await db.read<{ id: string; name: string; description: string }>(
      'MATCH (e:Entity {id: $id}) RETURN e.id AS id, e.name AS name, e.description AS description',
      { id: 't:00011' },
    );
    const { name, description } = entity!;
    const { predictions } = await services.similarity.similar({ subject: { name, description }, first: 5 });
    expect(predictions[0]!.score).toBeCloseTo(1, 4);
    const top = predictions.filter(({ score }) => score > 0.9999).map(({ entityId }) => entityId);
    expect(top).toContain('t:00011');
  });

  it('refuses what predictLinks refuses', async () => {
    await expect(services.similarity.similar({ subject: { id: 'x' }, first: 5 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(services.similarity.similar({ subject: { name: 'x' }, first: 1_001 })).rejects.toMatchObject(
      { code: 'BAD_INPUT' },
    );
  });
});

describe('embedText', () => {
  it('gives a unit vector, the same each time, of the width of the model', async () => {
    const { vector, model } = await services.embedding.embedText({ description: 'a small dog' });
    expect(vector).toHaveLength(model.dimension!);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect((await services.embedding.embedText({ description: ' a small dog' })).vector).toEqual(vector);
  });

  it('refuses an empty text', async () => {
    await expect(services.embedding.embedText({ description: ' ' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'The text is empty. Give at least one visible character.',
    });
  });
});

describe('a relation that is deleted', () => {
  it('is asked no more of a model that was trained with it', async () => {
    const { predictions } = await predict({ relation: 'over' });
    expect(predictions).toHaveLength(5);
    await services.links.deleteRelation('over', 1_000);
    await expect(predict({ relation: 'over' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('There is no relation with id "over"') as string,
    });
  });
});
