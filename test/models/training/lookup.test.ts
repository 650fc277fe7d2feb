import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TrainedModel } from '../../../src/models/blp';
import { parseTrainingSettings, trainModel, type TrainingSettingsInput } from '../../../src/models/training';
import { gridGraph as grid, gridSide as side, randomGraph } from './graph';

let root: string;
let folders = 0;
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-lookup-'));
});
afterAll(() => fs.rmSync(root, { recursive: true }));

const lookup: TrainingSettingsInput = {
  encoder: 'lookup',
  dimension: 16,
  loss: 'nll',
  negatives: 16,
  batchSize: 32,
  maxSteps: 300,
  learningRate: 3e-2,
  validation: { triples: 12, candidates: 100, every: 60 },
};

async function train(
  given: Partial<TrainingSettingsInput>,
  data = grid(),
  folder = path.join(root, String(folders++)),
) {
  const losses: number[] = [];
  const settings = parseTrainingSettings({ ...lookup, ...given });
  const onLog = (line: string) => losses.push(...(/loss ([\d.]+)/.exec(line)?.slice(1).map(Number) ?? []));
  const options = { data, settings, folder, baseEncoder: '', onProgress: () => {}, onLog };
  return { ...(await trainModel(options)), losses, folder };
}

describe('a lookup', () => {
  it.each<[string, Partial<TrainingSettingsInput>, number]>([
    ['transe, negatives from the graph', { negativesFrom: 'graph' }, 0.5],
    ['transe, negatives from the batch', {}, 0.5],
    ['transe by margin', { loss: 'margin', negativesFrom: 'graph' }, 0.2],
    ['transe by contrastive', { loss: 'contrastive', negatives: undefined, distance: 'l2' }, 0.4],
    ['rotate', { relationModel: 'rotate', negativesFrom: 'graph' }, 0.3],
    ['distmult', { relationModel: 'distmult', negativesFrom: 'graph' }, 0.2],
    ['complex', { relationModel: 'complex', negativesFrom: 'graph' }, 0.2],
    ['simple', { relationModel: 'simple', negativesFrom: 'graph' }, 0.2],
  ])('finds links between known entities by %s', async (_, given, least) => {
    const { metrics, losses } = await train(given);
    expect(losses.length).toBe(5);
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
    // An order by chance has an MRR of 0.09 among 49 entities.
    expect(metrics['mrr']).toBeGreaterThan(least);
  });

  it.each([{ negativesFrom: 'graph' }, { loss: 'contrastive', negatives: undefined }] as const)(
    'learns nothing of triples that are kept for validation where links are random, by %j',
    async (given) => {
      const data = randomGraph(60, 1200);
      const all = { triples: 300, candidates: 60, every: 300 };
      const { metrics } = await train({ relationModel: 'complex', ...given, validation: all }, data);
      // An order by chance has an MRR of 0.09 here; where they are spared as wrong answers it is 0.13.
      expect(metrics['mrr']).toBeLessThan(0.11);
    },
  );

  it('takes no wrong answers from a graph that has none', async () => {
    const alone = { ...grid(), triples: Int32Array.of(1, 0, 1, 1, 1, 1) };
    await expect(train({ negativesFrom: 'graph' }, alone)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/no entity but "e0" that lookup could take/) as string,
    });
  });

  it('has a vector for each entity with a link, by its id', async () => {
    const { folder } = await train({ maxSteps: 5 });
    const model = await TrainedModel.load(folder);
    expect(model.card.trainedOn.entities).toBe(side * side);
    expect(model.coverage.size).toBe(side * side);
    expect(['e0', 'e48', 'alone', 'e49'].map((id) => model.coverage.covers(id))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const { vectors, truncated } = await model.encode(['e7', 'e0']);
    expect(truncated).toEqual([false, false]);
    expect([Math.hypot(...vectors.subarray(0, 16)), Math.hypot(...vectors.subarray(16))]).toEqual([
      expect.closeTo(1, 5),
      expect.closeTo(1, 5),
    ]);
    expect([...(await model.encode(['e0'])).vectors]).toEqual([...vectors.subarray(16)]);
    await expect(model.encode(['alone'])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    model.dispose();
    expect(fs.readdirSync(folder).sort()).toEqual([
      'encoder.safetensors',
      'entities.json',
      'held-out.tsv',
      'model.json',
      'relations.safetensors',
    ]);
  });

  it('reads no text: the same numbers whatever the texts are', async () => {
    const [one, other] = [
      await train({ maxSteps: 20 }),
      await train({ maxSteps: 20 }, { ...grid(), texts: grid().entityIds }),
    ];
    for (const name of ['encoder.safetensors', 'relations.safetensors'])
      expect(
        fs.readFileSync(path.join(one.folder, name)).equals(fs.readFileSync(path.join(other.folder, name))),
      ).toBe(true);
  });

  it('validates with the given triples of known entities, and refuses those of new ones alone', async () => {
    const data = grid();
    const given = Int32Array.of(0, 0, 1, 3, 0, 4);
    const { metrics } = await train({ maxSteps: 10 }, { ...data, validation: given });
    expect(metrics['mrr']).toBeGreaterThan(0);
    await expect(train({}, { ...data, validation: given.slice(0, 3) })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /^Every triple to validate with is about an entity that training does not see/,
      ),
    });
  });
});
