import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { retireModel } from '../../src/graph/catalogueChanges';
import type { Database } from '../../src/graph/database';
import { createJob } from '../../src/graph/jobs';
import { findModel } from '../../src/graph/models';
import { readVectors } from '../../src/graph/vectors';
import { readHeldOut } from '../../src/models/blp/modelFolder';
import { similarity } from '../../src/models/blp/similarity';
import { rankOf } from '../../src/models/metrics/ranking';
import type { TrainingSettingsInput } from '../../src/models/training/settings';
import type { Services } from '../../src/services';
import { EvaluationService, type EvaluationInput, type ModelEvaluation } from '../../src/services/evaluation';
import { JobService } from '../../src/services/jobs';
import { linkSearch } from '../../src/services/linkSearch';
import { filteredRank } from '../support/filteredRank';
import { carryOut, serve, temporaryFolder, trainTiny } from '../support/models';
import { clear, testDatabase } from '../support/neo4j';
import { tinyGraph } from '../support/tinyGraph';

let db: Database;
let dataFolder: string;
let evaluation: EvaluationService;

/** An empty data folder and the tiny graph, of whose 60 triples a training holds out a tenth. */
async function begin(): Promise<void> {
  db = await testDatabase();
  await clear(db);
  await tinyGraph(db);
  // No two entities of one text: two ways to compute their scores would part their ties differently.
  const words = ['dog', 'cat', 'tree', 'house', 'telephone', 'animal', 'water', 'fire', 'earth', 'air'];
  const texts = Array.from({ length: 60 }, (_, i) => {
    const [twice, once] = [words[i % 10]!, words[Math.floor(i / 10)]!];
    return { id: `t:${String(i).padStart(5, '0')}`, name: `${twice} ${twice} ${once}` };
  });
  await db.write("UNWIND $texts AS t MATCH (e:Entity {id: t.id}) SET e.name = t.name, e.description = ''", {
    texts,
  });
  dataFolder = await temporaryFolder();
  evaluation = new EvaluationService(db, dataFolder);
}
const heldOut = 6;

const train = (settings: Partial<TrainingSettingsInput> = {}, name = 'tiny') =>
  trainTiny(db, dataFolder, name, {
    maxSteps: 30,
    learningRate: 1e-2,
    validation: { triples: heldOut, candidates: 20 },
    ...settings,
  });
const evaluate = async (given: EvaluationInput = {}) => {
  const { id } = await evaluation.submit(given, 'a test');
  return (await carryOut(db, dataFolder, id)).report as ModelEvaluation;
};
const folderOf = (id: string) => path.join(dataFolder, 'models', id);

/** The model's vectors as the store has them, by entity. */
async function storedVectors(id: string): Promise<Map<string, Float32Array>> {
  const ids = (await db.read<{ id: string }>('MATCH (e:Entity) RETURN e.id AS id')).map((row) => row.id);
  const rows = await readVectors(db, [(await findModel(db, id))!.vectorProperty], ids);
  return new Map(
    rows.flatMap((row) => (row.vectors[0] ? [[row.id, Float32Array.from(row.vectors[0])]] : [])),
  );
}

/** Ranks as the searches of predictions give them, one by one over all vectors that the store has. */
async function servedRanks(services: Services, id: string) {
  const vectors = await storedVectors(id);
  const ids = [...vectors.keys()];
  const model = services.models.model(id);
  const ranks: { filtered: number; raw: number }[] = [];
  for (const { head, relation, tail } of readHeldOut(folderOf(id))) {
    for (const [known, answer, side] of [
      [head, tail, 'head'],
      [tail, head, 'tail'],
    ] as const) {
      const { query } = await linkSearch(db, services.models, model, {
        known: { id: known },
        side,
        relation,
      });
      const scores = ids.map((entity) => similarity(query.metric, query.vector, vectors.get(entity)!));
      const pattern =
        side === 'head'
          ? '(:Entity {id: $known})-[:TRIPLE {relation: $relation}]->(e)'
          : '(:Entity {id: $known})<-[:TRIPLE {relation: $relation}]-(e)';
      const rows = await db.read<{ id: string }>(`MATCH ${pattern} RETURN e.id AS id`, { known, relation });
      const alsoTrue = new Set(rows.map((row) => row.id));
      const truth = ids.indexOf(answer);
      ranks.push({
        raw: rankOf(scores, truth).realistic,
        filtered: filteredRank(scores, truth, (row) => alsoTrue.has(ids[row]!)).realistic,
      });
    }
  }
  return ranks;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('an evaluation over the store', () => {
  let id: string;
  beforeAll(async () => {
    await begin();
    id = await train();
  });

  it('has figures by side, category and relation that make up the whole', async () => {
    const { all, groups } = await evaluate();
    expect(all.count).toBe(2 * heldOut);
    expect(groups.filter(({ by }) => by === 'side').map(({ name }) => name)).toEqual(['tails', 'heads']);
    for (const by of ['side', 'category', 'relation']) {
      const own = groups.filter((group) => group.by === by);
      expect(own.reduce((sum, { figures }) => sum + figures.count, 0)).toBe(all.count);
      const mrr = own.map(({ figures }) => (figures.count / all.count) * figures.filtered.realistic.mrr);
      expect(mrr.reduce((sum, part) => sum + part, 0)).toBeCloseTo(all.filtered.realistic.mrr, 9);
    }
  });

  it('asks about a sample, among a sample, and of some relations, as told; the same for the same seed', async () => {
    const sampled = await evaluate({ triples: 3, candidates: 20, seed: 5 });
    expect(sampled).toMatchObject({ triples: 3, candidates: 20, heldOut });
    rmSync(path.join(dataFolder, 'vectors'), { recursive: true }); // vectors come in another order now
    expect(await evaluate({ triples: 3, candidates: 20, seed: 5 })).toEqual(sampled);
    const others = [0, 1, 2].map((seed) => evaluate.bind(null, { triples: 3, candidates: 20, seed }));
    const figures = [];
    for (const other of others) figures.push(JSON.stringify((await other()).all));
    expect(new Set(figures).size).toBeGreaterThan(1);
    const near = await evaluate({ relations: ['near', 'near'] });
    expect(near.groups.filter(({ by }) => by === 'relation').map(({ name }) => name)).toEqual(['near']);
    expect(near.heldOut).toBeLessThan(heldOut);
    expect(near.triples).toBe(near.heldOut);
  });

  it('is kept with its job, and the latest is the model’s', async () => {
    const first = await evaluation.submit({}, 'ann');
    expect(first).toMatchObject({ kind: 'evaluate', state: 'queued', modelId: id, createdBy: 'ann' });
    expect(first.parameters).toEqual({
      model: 'tiny',
      triples: null,
      candidates: null,
      relations: null,
      seed: 0,
    });
    expect(await evaluation.ofJobs([first.id])).toEqual(new Map());
    const { report, metrics } = await carryOut(db, dataFolder, first.id);
    const second = await evaluation.submit({ triples: 2, model: 'tiny' }, 'bob');
    expect((await evaluation.latestOf([id])).get(id)).toEqual({
      ...report,
      ...{ jobId: first.id, modelId: id, finishedAt: expect.stringMatching(/^\d{4}-/) as string },
    });
    await carryOut(db, dataFolder, second.id);
    expect((await evaluation.latestOf([id, 'nobody@1'])).get(id)).toMatchObject({
      jobId: second.id,
      triples: 2,
    });
    expect((await evaluation.ofJobs([first.id, second.id])).size).toBe(2);
    expect(await new JobService(db).get(first.id)).toMatchObject({ metrics, state: 'succeeded' });
    expect(metrics).toEqual((report as ModelEvaluation).all.filtered.realistic);
    const [row] = await db.read<{ size: number }>('MATCH (j:Job {id: $id}) RETURN size(j.result) AS size', {
      id: first.id,
    });
    expect(row!.size).toBeLessThan(50_000);
  });

  it('leaves out and counts what is gone, and what has no vector', async () => {
    const [deleted, orphaned, waiting] = readHeldOut(folderOf(id)) as [Ends, Ends, Ends];
    const other = (triple: Ends) => [triple.head, triple.tail];
    const touched = readHeldOut(folderOf(id)).filter((triple) => other(triple).includes(waiting.head));
    await db.write(
      'MATCH (:Entity {id: $head})-[t:TRIPLE {relation: $relation}]->(:Entity {id: $tail}) DELETE t',
      { ...deleted },
    );
    await db.write('MATCH (e:Entity {id: $id}) SET e.vec_tiny_1 = null', { id: waiting.head });
    const { leftOut, triples, candidates } = await evaluate();
    const isDeleted = touched.some((triple) => JSON.stringify(triple) === JSON.stringify(deleted));
    expect({ leftOut, candidates }).toEqual({
      leftOut: {
        deletedTriples: 1,
        triplesWithoutVector: touched.length - Number(isDeleted),
        entitiesWithoutVector: 1,
      },
      candidates: 59,
    });
    expect(triples).toBe(heldOut - leftOut.deletedTriples - leftOut.triplesWithoutVector);
    await db.write('MATCH (e:Entity {id: $id}) DETACH DELETE e', { id: orphaned.head });
    const later = await evaluate();
    expect(later.leftOut.deletedTriples).toBeGreaterThan(1);
    expect(later.triples + later.leftOut.deletedTriples + later.leftOut.triplesWithoutVector).toBe(heldOut);
    await db.write('MATCH ()-[t:TRIPLE]->() DELETE t');
    await expect(evaluate()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /^Of the 6 triples .* 6 are no longer in the graph.*Train the model again/,
      ),
    });
  });
});

type Ends = { head: string; relation: string; tail: string };

describe('an evaluation that cannot be', () => {
  beforeEach(begin);

  it('is refused before it is queued, naming what is wrong', async () => {
    const refused = async (given: object, code: string, message: RegExp) => {
      await expect(evaluation.submit(given, 'ann')).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message) as string,
      });
    };
    await refused({}, 'MODEL_UNAVAILABLE', /No model is current yet/);
    await train();
    await train({}, 'other');
    await refused({ model: 'nobody' }, 'NOT_FOUND', /no model "nobody".*Current: other@1, tiny@1/);
    await refused({ relations: ['neer'] }, 'NOT_FOUND', /"neer".*There are: near, over/);
    await refused({ triples: 0, candidates: 1.5 }, 'BAD_INPUT', /triples: .*; candidates: /);
    await refused({ relations: [] }, 'BAD_INPUT', /relations: /);
    await refused({ colour: 'red' }, 'BAD_INPUT', /colour/);
    expect(await new JobService(db).list({ kind: 'evaluate' }, 10)).toEqual([]);
    expect((await evaluation.submit({}, 'ann')).modelId).toBe('other@1'); // the one that answers
  });

  it('is refused where training held nothing out, and told again where only the worker knows', async () => {
    await train({ validation: { triples: 0 } });
    const nothing = {
      code: 'BAD_INPUT',
      message: expect.stringMatching(/validation\.triples above 0/) as string,
    };
    await expect(evaluation.submit({}, 'ann')).rejects.toMatchObject(nothing);
    const elsewhere = new EvaluationService(db, await temporaryFolder());
    const { id } = await elsewhere.submit({}, 'ann');
    await expect(carryOut(db, dataFolder, id)).rejects.toMatchObject(nothing);
  });

  it('fails where its model has retired, which it does not keep it from', async () => {
    await train();
    await train({}, 'other');
    const { id } = await evaluation.submit({ model: 'tiny@1' }, 'ann');
    await db.transaction('WRITE', (run) => retireModel(run, 'tiny'));
    await expect(carryOut(db, dataFolder, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The model "tiny@1" is not current: tiny@1 is retired. Current: other@1.',
    });
  });

  it('is of the version that is current when it begins, where a name was given', async () => {
    await train();
    const { parameters } = await evaluation.submit({ model: 'tiny' }, 'ann');
    await db.write('MATCH (j:Job) DELETE j'); // or the training below would wait for it
    await train();
    const job = { id: 'waited', kind: 'evaluate', parameters, createdBy: 'ann', modelId: 'tiny@1' } as const;
    await createJob(db, job);
    await carryOut(db, dataFolder, 'waited');
    expect(await new JobService(db).get('waited')).toMatchObject({ modelId: 'tiny@2' });
  });

  it('fails where the folder holds another model', async () => {
    const file = path.join(folderOf(await train()), 'model.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"steps": 30', '"steps": 31'));
    await expect(evaluate()).rejects.toMatchObject({ code: 'CORRUPT_FILE' });
  });
});

describe('an evaluation over the store ranks as serving scores', () => {
  const kinds: Record<string, Partial<TrainingSettingsInput>> = {
    transe: {},
    l2: { distance: 'l2', validation: { triples: heldOut, heldOut: 'triples' } },
    distmult: { relationModel: 'distmult' },
    complex: { relationModel: 'complex' },
    simple: { relationModel: 'simple' },
    rotate: { relationModel: 'rotate' },
    'relation-texts': { relationEncoder: 'text' },
    'text-query': { relationModel: 'text-query' },
    lookup: { encoder: 'lookup', relationModel: 'complex' },
  };
  let services: Services;
  beforeAll(async () => {
    await begin();
    for (const [name, settings] of Object.entries(kinds)) await train(settings, name);
    services = await serve(db, dataFolder);
  });

  it.each(Object.keys(kinds))('%s', async (name) => {
    const report = await evaluate({ model: name });
    const ranks = await servedRanks(services, `${name}@1`);
    expect(report).toMatchObject({ triples: heldOut, candidates: 60, heldOut });
    for (const setting of ['filtered', 'raw'] as const) {
      const { realistic, optimistic, pessimistic } = report.all[setting]!;
      const own = ranks.map((rank) => rank[setting]);
      expect(realistic.meanRank).toBeCloseTo(mean(own), 6);
      expect(realistic.mrr).toBeCloseTo(mean(own.map((rank) => 1 / rank)), 6);
      expect(realistic['hits@10']).toBeCloseTo(mean(own.map((rank) => Number(rank <= 10))), 6);
      expect(optimistic.meanRank).toBeLessThanOrEqual(realistic.meanRank);
      expect(pessimistic.meanRank).toBeGreaterThanOrEqual(realistic.meanRank);
    }
  });
});
