import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import type { Database } from '../../src/graph/database';
import { projectRoot } from '../../src/shared/paths';
import { tinyEncoder } from '../support/baseEncoder';
import { testDatabase, testEnvironment } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { startWorker, stopAll, until } from '../support/workers';
import { startTestApi, type TestApi } from './support';

jest.setTimeout(120_000);

let api: TestApi;
let dataFolder: string;

interface Progress {
  jobProgress: { state: string; modelId: string | null; error: string | null; metrics: { name: string }[] };
}

/** All that a subscription tells until it ends. */
async function subscribe<Data>(
  query: string,
  variables: Record<string, unknown>,
): Promise<{ data?: Data | null }[]> {
  const client = createClient({ url: `${api.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket });
  const results: { data?: Data | null }[] = [];
  for await (const result of client.iterate<Data>({ query, variables })) results.push(result);
  await client.dispose();
  return results;
}

/** What the example operations speak of: two entities under WordNet's ids, its relation, and types. */
async function nameLikeWordNet(db: Database): Promise<void> {
  await db.write(`
    MATCH (dog:Entity {id: 't:00058'}), (canine:Entity {id: 't:00059'}), (some:Entity) WHERE some.id < 't:00010'
    SET dog.id = 'wn30:02084071-n', canine.id = 'wn30:02083346-n'
    MERGE (:Relation {id: 'hypernym', name: 'hypernym', description: ''})
    MERGE (some)-[t:TRIPLE {relation: 'hypernym'}]->(canine)
    SET t.source = 'imported', t.by = 'a test', t.at = timestamp()`);
  await db.write("MATCH (e:Entity) SET e.types = [split(e.name, ' ')[0]]");
}

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'kindred-api-'));
  const environment = { KINDRED_DATA: dataFolder, KINDRED_BASE_ENCODER: tinyEncoder };
  api = await startTestApi(environment);
  await tinyGraph(await testDatabase());
  await nameLikeWordNet(await testDatabase());
  startWorker({ ...(await testEnvironment()), ...environment });
});
afterAll(async () => {
  await api.close();
  await stopAll();
  await rm(dataFolder, { recursive: true, force: true });
});

const predict = `query ($head: EntityReference, $tail: EntityReference, $relation: ID!, $first: Int! = 5, $model: ID, $known: Boolean! = true) {
  predictLinks(head: $head, tail: $tail, relation: $relation, first: $first, model: $model, excludeKnown: $known) {
    truncated tookMs model { id name state current dimension } predictions { rank score entity { id name } }
  }
}`;

interface Answered {
  predictLinks: Predicted;
}

interface Predicted {
  truncated: boolean;
  tookMs: number;
  predictions: { rank: number; score: number; entity: { id: string } }[];
}

describe('before a model is trained', () => {
  it('predictions, similar entities and vectors say what to do', async () => {
    for (const field of [
      'predictLinks(head: {id: "t:00001"}, relation: "near") { tookMs }',
      'similarEntities(entity: "t:00001") { tookMs }',
      'embedText(text: "a dog") { tookMs }',
      'classifyEntity(entity: {id: "t:00001"}) { tookMs }',
    ]) {
      expect(await api.ask(`{ ${field} }`)).toMatchObject({
        status: 200,
        data: null,
        errors: [{ extensions: { code: 'MODEL_UNAVAILABLE' } }],
      });
    }
  });
});

describe('trainModel', () => {
  it.each([
    ['an unknown encoder', '{encoder: "gpt"}', /encoder/],
    ['a negative rate', '{encoder: "be-bow", learningRate: -1}', /learningRate/],
    ['an unknown loss', '{encoder: "be-bow", loss: "mse"}', /loss/],
    ['no steps', '{encoder: "be-bow", maxSteps: 0}', /maxSteps/],
    ['a bad name', '{encoder: "be-bow", name: "../x"}', /name/],
    ['a bad validation', '{encoder: "be-bow", validation: {triples: -1}}', /validation\.triples/],
  ])('refuses %s, and says which setting it is', async (_what, input, setting) => {
    const { errors } = await api.tell(`mutation { trainModel(input: ${input}) { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }]);
    expect(errors[0]!.message).toMatch(setting);
  });

  it('queues a job that a worker carries out, and that can be followed to its end', async () => {
    const input = {
      encoder: 'be-bow',
      name: 'tiny',
      batchSize: 16,
      negatives: 8,
      maxSteps: 60,
      validation: { triples: 10, candidates: 50 },
      margin: null,
    };
    const { data, errors } = await api.tell<{ trainModel: { id: string } }>(
      'mutation ($input: TrainModelInput!) { trainModel(input: $input) { id state kind parameters createdBy } }',
      { input },
    );
    expect(errors).toEqual([]);
    expect(data.trainModel).toMatchObject({ state: 'QUEUED', kind: 'TRAIN', createdBy: 'owner' });
    const seen = await subscribe<Progress>(
      'subscription ($id: ID!) { jobProgress(id: $id) { state modelId error metrics { name value } } }',
      { id: data.trainModel.id },
    );
    const last = seen.at(-1)!.data!.jobProgress;
    expect(last).toMatchObject({ state: 'SUCCEEDED', modelId: 'tiny@1', error: null });
    expect(last.metrics.length).toBeGreaterThan(0);
    const { data: after } = await api.ask(
      '{ models { id name version state current dimension } jobs(state: SUCCEEDED, kind: TRAIN) { id } }',
    );
    expect(after).toEqual({
      models: [
        {
          id: 'tiny@1',
          name: 'tiny',
          version: 1,
          state: 'CURRENT',
          current: true,
          dimension: expect.any(Number),
        },
      ],
      jobs: [{ id: data.trainModel.id }],
    });
    await until(
      'the API serves the model',
      async () => (await api.ask('{ embedText(text: "dog") { tookMs } }')).errors.length === 0,
    );
  });
});

describe('predictLinks', () => {
  it('proposes the best tails for a stored head, without what is known', async () => {
    const known = await api.ask<{ entity: { outgoing: { edges: { node: { id: string } }[] } } }>(
      '{ entity(id: "t:00006") { outgoing(relation: "near", first: 100) { edges { node { id } } } } }',
    );
    const tails = known.data.entity.outgoing.edges.map(({ node }) => node.id);
    expect(tails.length).toBeGreaterThan(0);

    const variables = { head: { id: 't:00006' }, relation: 'near', first: 60 };
    const { data, errors } = await api.ask<Answered>(predict, variables);
    expect(errors).toEqual([]);
    expect(data.predictLinks).toMatchObject({
      truncated: false,
      model: { id: 'tiny@1', name: 'tiny', state: 'CURRENT', current: true },
    });
    const { predictions } = data.predictLinks;
    expect(predictions.map(({ rank }) => rank)).toEqual(predictions.map((_, index) => index + 1));
    const scores = predictions.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const ids = predictions.map(({ entity }) => entity.id);
    expect(ids).not.toContain('t:00006');
    for (const tail of tails) expect(ids).not.toContain(tail);

    const all = await api.ask<Answered>(predict, { ...variables, known: false });
    expect(all.data.predictLinks.predictions.map(({ entity }) => entity.id)).toEqual(
      expect.arrayContaining(tails),
    );
  });

  it('proposes heads for a tail, and takes an entity that is not stored', async () => {
    const text = { name: 'small dog', description: 'a young animal' };
    for (const variables of [
      { tail: { id: 't:00005' } },
      { tail: { text } },
      { head: { text } },
      { head: { text: { name: 'dog' } } },
    ]) {
      const { data, errors } = await api.ask<Answered>(predict, { ...variables, relation: 'over' });
      expect(errors).toEqual([]);
      expect(data.predictLinks.predictions).toHaveLength(5);
    }
    expect((await api.ask('{ entities { totalCount } }')).data).toEqual({ entities: { totalCount: 60 } });
  });

  it('says when a text was too long to be read whole', async () => {
    const head = { text: { name: 'dog', description: 'the small dog '.repeat(200) } };
    expect((await api.ask<Answered>(predict, { head, relation: 'near' })).data.predictLinks.truncated).toBe(
      true,
    );
  });

  it.each([
    [
      'an unknown entity',
      { head: { id: 'nobody' }, relation: 'near' },
      'NOT_FOUND',
      /entity with id "nobody"/,
    ],
    [
      'an unknown relation',
      { head: { id: 't:00005' }, relation: 'far' },
      'NOT_FOUND',
      /relation with id "far"/,
    ],
    [
      'an unknown model',
      { head: { id: 't:00005' }, relation: 'near', model: 'big@7' },
      'NOT_FOUND',
      /^There is no current model "big@7"/,
    ],
    [
      'neither end',
      { relation: 'near' },
      'BAD_INPUT',
      /^predictLinks takes exactly one of "head" and "tail"/,
    ],
    [
      'both ends',
      { head: { id: 't:00005' }, tail: { id: 't:00006' }, relation: 'near' },
      'BAD_INPUT',
      /^predictLinks takes exactly one/,
    ],
    ['an empty name', { head: { text: { name: ' ' } }, relation: 'near' }, 'BAD_INPUT', /The name is empty/],
    [
      'an over-long text',
      { head: { text: { name: 'x', description: 'x'.repeat(20_001) } }, relation: 'near' },
      'BAD_INPUT',
      /at most 20000/,
    ],
  ])('refuses %s', async (_what, variables, code, message) => {
    expect(await api.ask(predict, variables)).toMatchObject({
      status: 200,
      data: null,
      errors: [{ message: expect.stringMatching(message), extensions: { code } }],
    });
  });
});

describe('similarEntities and embedText', () => {
  it('find what is like a stored entity, and never itself', async () => {
    const { data, errors } = await api.ask<{ similarEntities: { similar: Predicted['predictions'] } }>(
      '{ similarEntities(entity: "t:00007", first: 5) { tookMs truncated model { id } similar { rank score entity { id name } } } }',
    );
    expect(errors).toEqual([]);
    const { similar } = data.similarEntities;
    expect(similar).toHaveLength(5);
    expect(similar.map(({ entity }) => entity.id)).not.toContain('t:00007');
    for (const { score } of similar) expect(Math.abs(score)).toBeLessThanOrEqual(1.000_001);
  });

  it('find an entity again by its own text', async () => {
    const entity = await api.ask<{ entity: { name: string; description: string } }>(
      '{ entity(id: "t:00007") { name description } }',
    );
    const { data } = await api.ask(
      'query ($text: EntityText) { similarEntities(text: $text, first: 1) { similar { entity { id } } } }',
      {
        text: entity.data.entity,
      },
    );
    expect(data).toEqual({ similarEntities: { similar: [{ entity: { id: 't:00007' } }] } });
  });

  it('refuse both forms and neither', async () => {
    for (const args of ['', '(entity: "t:00007", text: {name: "x"})', '(first: 3)']) {
      expect((await api.ask(`{ similarEntities${args} { tookMs } }`)).errors).toMatchObject([
        {
          message: 'Give exactly one of "entity" (an id) and "text" (a name and a description).',
          extensions: { code: 'BAD_INPUT' },
        },
      ]);
    }
  });

  it('give the vector of a text', async () => {
    const { data, errors } = await api.ask<{ embedText: { vector: number[]; model: { dimension: number } } }>(
      '{ embedText(text: "a small dog", name: "dog", model: "tiny") { vector truncated tookMs model { dimension } } }',
    );
    expect(errors).toEqual([]);
    expect(data.embedText.vector).toHaveLength(data.embedText.model.dimension);
    expect(Math.hypot(...data.embedText.vector)).toBeGreaterThan(0);
    expect((await api.ask('{ embedText(text: "dog", model: "none") { tookMs } }')).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
  });
});

describe('a new entity', () => {
  const create =
    'mutation ($input: CreateEntityInput!) { createEntity(input: $input) { id name revision source createdAt } }';

  it('is useful at once: linked, similar, found', async () => {
    const input = {
      id: 'new:1',
      name: 'young cat',
      description: 'a small animal of the house',
      aliases: null,
      types: ['animal'],
    };
    expect(await api.tell(create, { input })).toMatchObject({
      errors: [],
      data: { createEntity: { id: 'new:1', name: 'young cat', revision: 1, source: 'curated' } },
    });
    expect((await api.ask(predict, { head: { id: 'new:1' }, relation: 'near' })).errors).toEqual([]);
    const found = await api.ask(
      '{ similarEntities(text: {name: "young cat", description: "a small animal of the house"}, first: 1) { similar { entity { id } } } }',
    );
    expect(found.data).toEqual({ similarEntities: { similar: [{ entity: { id: 'new:1' } }] } });
  });

  it('gets an id where none is given', async () => {
    const { data } = await api.tell<{ createEntity: { id: string } }>(create, {
      input: { name: 'fire', description: '' },
    });
    expect(data.createEntity.id).toMatch(/^e:[0-9a-f-]{36}$/);
  });

  it.each([
    ['a taken id', { id: 't:00001', name: 'x', description: '' }, 'ALREADY_EXISTS', /"t:00001"/],
    ['an empty name', { name: '', description: 'x' }, 'BAD_INPUT', /The name is empty/],
    [
      'an over-long description',
      { name: 'x', description: 'x'.repeat(20_001) },
      'BAD_INPUT',
      /has 20001 characters; at most 20000/,
    ],
    [
      'an over-long name',
      { name: 'x'.repeat(501), description: '' },
      'BAD_INPUT',
      /has 501 characters; at most 500/,
    ],
  ])('with %s is refused', async (_what, input, code, message) => {
    expect(await api.tell(create, { input })).toMatchObject({
      status: 200,
      data: null,
      errors: [{ message: expect.stringMatching(message), extensions: { code } }],
    });
  });

  it('of half a character is refused', async () => {
    expect(await api.tell(create, { input: { name: 'x\udc00', description: '' } })).toMatchObject({
      status: 400,
      errors: [
        {
          message: expect.stringMatching(/^"name" in "input" of "createEntity" is not well-formed/),
          extensions: { code: 'BAD_INPUT' },
        },
      ],
    });
  });

  it('comes with all others of its request or with none', async () => {
    const inputs = [
      { id: 'new:2', name: 'a', description: '' },
      { id: 't:00001', name: 'b', description: '' },
    ];
    const { errors } = await api.tell(
      'mutation ($inputs: [CreateEntityInput!]!) { createEntities(inputs: $inputs) { id } }',
      { inputs },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'ALREADY_EXISTS' } }]);
    expect((await api.ask('{ entity(id: "new:2") { id } }')).data).toEqual({ entity: null });
  });

  it('is changed, and deleted with its triples', async () => {
    const change =
      'mutation ($changes: UpdateEntityInput!) { updateEntity(id: "new:1", changes: $changes) { name description revision types } }';
    expect((await api.tell(change, { changes: { name: null, description: 'a large dog' } })).data).toEqual({
      updateEntity: { name: 'young cat', description: 'a large dog', revision: 2, types: ['animal'] },
    });
    const add = 'mutation ($t: [TripleInput!]!) { addTriples(triples: $t) { added existing } }';
    const t = [{ head: 'new:1', relation: 'near', tail: 't:00001' }];
    expect((await api.tell(add, { t })).data).toEqual({ addTriples: { added: 1, existing: 0 } });
    expect((await api.tell(add, { t })).data).toEqual({ addTriples: { added: 0, existing: 1 } });
    const seen = '{ entity(id: "new:1") { outgoing { edges { source by node { id } } } } }';
    expect((await api.ask(seen)).data).toEqual({
      entity: { outgoing: { edges: [{ source: 'CURATED', by: 'owner', node: { id: 't:00001' } }] } },
    });
    const remove = 'mutation ($t: [TripleInput!]!) { removeTriples(triples: $t) { removed missing } }';
    expect((await api.tell(remove, { t: [...t, { ...t[0], tail: 't:00002' }] })).data).toEqual({
      removeTriples: { removed: 1, missing: 1 },
    });
    await api.tell(add, { t });
    expect((await api.tell('mutation { deleteEntity(id: "new:1") { name } }')).data).toEqual({
      deleteEntity: { name: 'young cat' },
    });
    expect(
      (await api.ask('{ entity(id: "t:00001") { incoming(relation: "near") { edges { node { id } } } } }'))
        .data,
    ).not.toMatchObject({
      entity: { incoming: { edges: expect.arrayContaining([{ node: { id: 'new:1' } }]) } },
    });
  });

  it.each([
    ['updateEntity', 'updateEntity(id: "nobody", changes: {name: "x"}) { id }', /entity with id "nobody"/],
    ['deleteEntity', 'deleteEntity(id: "nobody") { id }', /entity with id "nobody"/],
    [
      'addTriples, for an entity',
      'addTriples(triples: [{head: "t:00001", relation: "near", tail: "nobody"}]) { added }',
      /entity with id "nobody"/,
    ],
    [
      'addTriples, for a relation',
      'addTriples(triples: [{head: "t:00001", relation: "far", tail: "t:00002"}]) { added }',
      /relation with id "far"/,
    ],
    ['cancelJob', 'cancelJob(id: "nobody") { id }', /job with id "nobody"/],
  ])('%s names an id that does not exist', async (_what, field, message) => {
    expect(await api.tell(`mutation { ${field} }`)).toMatchObject({
      data: null,
      errors: [{ message: expect.stringMatching(message), extensions: { code: 'NOT_FOUND' } }],
    });
  });

  it('is seen by the fields of one request as they come after each other', async () => {
    const { data, errors } = await api.tell(`mutation {
      a: createEntity(input: {id: "new:3", name: "water", description: ""}) { outgoing { edges { node { id } } } }
      b: addTriples(triples: [{head: "new:3", relation: "near", tail: "t:00001"}]) { added }
      c: updateEntity(id: "new:3", changes: {name: "cold water"}) { name outgoing { edges { node { id } } } }
    }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      a: { outgoing: { edges: [] } },
      b: { added: 1 },
      c: { name: 'cold water', outgoing: { edges: [{ node: { id: 't:00001' } }] } },
    });
  });
});

describe('the example operations', () => {
  const folder = path.join(projectRoot, 'schema', 'operations');
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.graphql') ? [file.slice(0, -8)] : []));

  it.each(names.filter((name) => name !== 'job-progress'))('%s does what it says', async (name) => {
    const variables = JSON.parse(text(`${name}.json`)) as object;
    const { status, errors, data } = await api.tell<{ trainModel?: { id: string } }>(
      text(`${name}.graphql`),
      variables,
    );
    expect({ status, errors }).toEqual({ status: 200, errors: [] });
    if (data.trainModel)
      await api.tell('mutation ($id: ID!) { cancelJob(id: $id) { id } }', { id: data.trainModel.id });
  });

  it('job-progress tells of a job until it has ended', async () => {
    const { data } = await api.ask<{ jobs: { id: string }[] }>('{ jobs(state: SUCCEEDED) { id } }');
    const results = await subscribe(text('job-progress.graphql'), { id: data.jobs[0]!.id });
    expect(results).toMatchObject([{ data: { jobProgress: { state: 'SUCCEEDED' } } }]);
  });
});
