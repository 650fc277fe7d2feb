import { carryOut, temporaryFolder, trainTiny } from '../support/models';
import { testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';
import { startTestApi, type TestApi } from './support';
import type { Database } from '../../src/graph/database';

let api: TestApi;
let db: Database;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await temporaryFolder();
  api = await startTestApi({ KINDRED_DATA: dataFolder });
  db = await testDatabase();
  await tinyGraph(db);
  const validation = { triples: 6, candidates: 20, every: 2 };
  await trainTiny(db, dataFolder, 'good', { validation });
  await trainTiny(db, dataFolder, 'blind', { validation: { triples: 0 } });
  await api.services.models.refresh();
});
afterAll(() => api.close());

const figures = 'mrr hitsAt1 hitsAt3 hitsAt10 meanRank amrr';
const ties = `realistic { ${figures} } optimistic { ${figures} } pessimistic { ${figures} }`;
const both = `filtered { ${ties} } raw { ${ties} }`;
const evaluation = `evaluation {
  jobId modelId finishedAt triples heldOut candidates figures { ${both} } groups { by name count figures { ${both} } }
  leftOut { deletedTriples triplesWithoutVector entitiesWithoutVector }
}`;
const evaluate = (input: object) =>
  api.tell<{ evaluateModel: { id: string } }>(
    `mutation ($input: EvaluateModelInput!) { evaluateModel(input: $input) { id kind state modelId parameters createdBy evaluation { triples } } }`,
    { input },
  );

interface Shown {
  evaluation: object | null;
}

describe('evaluateModel', () => {
  it('queues a job whose figures are shown, of the job and as the latest of the model', async () => {
    const { data, errors } = await evaluate({ model: 'good', triples: null, seed: 3 });
    expect(errors).toEqual([]);
    const { id } = data.evaluateModel;
    expect(data.evaluateModel).toEqual({
      ...{ id, kind: 'EVALUATE', state: 'QUEUED', modelId: 'good@1', createdBy: 'owner', evaluation: null },
      parameters: { model: 'good', triples: null, candidates: null, relations: null, seed: 3 },
    });
    const { report } = await carryOut(db, dataFolder, id);
    const { all, groups, ...counts } = report as { all: typeof report; groups: object[] };
    const shown = await api.ask<{ job: Shown; models: (Shown & { id: string })[]; jobs: unknown[] }>(
      `query ($id: ID!) { job(id: $id) { ${evaluation} } models { id ${evaluation} } jobs(kind: EVALUATE) { id kind metrics { name value } } }`,
      { id },
    );
    expect(shown.errors).toEqual([]);
    const { evaluation: found } = shown.data.job;
    const inGraphQl = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll('"hits@', '"hitsAt')) as Record<string, unknown>;
    const { count, ...whole } = inGraphQl(all);
    expect(found).toEqual({
      ...{ ...counts, jobId: id, modelId: 'good@1', figures: whole },
      finishedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      groups: (inGraphQl(groups) as unknown as { by: string; figures: { count: number } }[]).map(
        ({ by, figures: { count, ...own }, ...rest }) => ({
          ...rest,
          by: by.toUpperCase(),
          count,
          figures: own,
        }),
      ),
    });
    expect(count).toBe(12);
    expect(shown.data.models.map((model) => [model.id, model.evaluation])).toEqual([
      ['blind@1', null],
      ['good@1', found],
    ]);
    expect(shown.data.jobs).toEqual([
      {
        id,
        kind: 'EVALUATE',
        metrics: expect.arrayContaining([{ name: 'mrr', value: expect.any(Number) }]) as unknown,
      },
    ]);
  });

  it.each([
    [{ model: 'blind' }, 'BAD_INPUT', /held out none.*validation\.triples above 0/],
    [{ model: 'nobody' }, 'NOT_FOUND', /no model "nobody"/],
    [{ model: 'good', relations: ['far'] }, 'NOT_FOUND', /no relation with id "far".*near, over/],
    [{ model: 'good', candidates: 1 }, 'BAD_INPUT', /candidates: expected .*came 1/],
  ])('refuses %j', async (input, code, message) => {
    expect((await evaluate(input)).errors).toMatchObject([
      { message: expect.stringMatching(message) as string, extensions: { code } },
    ]);
  });
});

describe('the validation of a training', () => {
  it('is shown step by step, with what was kept of it', async () => {
    type Metrics = { name: string; value: number }[];
    const { data } = await api.ask<{
      models: {
        id: string;
        metrics: Metrics;
        curve: { step: number; loss: number; metrics: Metrics }[] | null;
      }[];
    }>('{ models { id metrics { name value } curve { step loss metrics { name value } } } }');
    const [blind, good] = data.models;
    expect(blind).toMatchObject({ id: 'blind@1', curve: [], metrics: [{ name: 'loss' }] });
    expect(good!.curve!.map(({ step }) => step)).toEqual([2, 4, 6, 8, 10]);
    const best = good!.curve!.find(({ metrics, loss }) =>
      [...metrics, { name: 'loss', value: loss }].every(
        ({ name, value }) => good!.metrics.find((metric) => metric.name === name)?.value === value,
      ),
    );
    expect(best?.metrics.map(({ name }) => name)).toEqual(['mrr', 'hits@1', 'hits@3', 'hits@10']);
  });

  it('is not there for a model that does not serve', async () => {
    await api.tell('mutation { retireModel(model: "blind") { id } }');
    const { data } = await api.ask<{ models: object[] }>('{ models { id curve { step } } }');
    expect(data.models[0]).toEqual({ id: 'blind@1', curve: null });
  });
});
