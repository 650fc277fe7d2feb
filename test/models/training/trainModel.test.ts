import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { tf } from '../../../src/models/backend';
import { readSafetensors } from '../../../src/models/encoders';
import { readWordVectors } from '../../../src/models/encoders/wordFiles';
import {
  parseTrainingSettings,
  trainModel,
  type TrainingData,
  type TrainingSettingsInput,
} from '../../../src/models/training';
import { compiled } from '../../../src/shared/paths';
import type { Progress } from '../../../src/shared/progress';
import { baseEncoder, baseOf, tinyEncoder, tinyWords } from '../../support/baseEncoder';
import { smallGraph } from './graph';

let root: string;
let folders = 0;
const newFolder = (): string => path.join(root, String(folders++));
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-training-'));
});
afterAll(() => fs.rmSync(root, { recursive: true }));

interface Options {
  data?: TrainingData;
  folder?: string;
  baseEncoder?: string;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onLog?: (line: string) => void;
}

function train(
  given: TrainingSettingsInput,
  { data = smallGraph(), folder = newFolder(), onProgress = () => {}, ...rest }: Options = {},
) {
  return trainModel({
    data,
    settings: parseTrainingSettings(given),
    folder,
    baseEncoder: baseOf(given.encoder),
    onProgress,
    ...rest,
  }).then(({ seconds: _, ...result }) => result);
}

const bow: TrainingSettingsInput = {
  encoder: 'be-bow',
  batchSize: 8,
  maxSteps: 40,
  learningRate: 1e-2,
  validation: { triples: 6, every: 10 },
};
const bert: TrainingSettingsInput = {
  ...bow,
  encoder: 'blp',
  dimension: 8,
  maxSteps: 6,
  validation: { triples: 6, every: 2 },
};

const crossEncoder: Partial<TrainingSettingsInput> = {
  relationModel: 'kg-bert',
  dimension: undefined,
  maxLength: 24,
  validation: { triples: 6, candidates: 60, every: 10 },
};
const kepler: Partial<TrainingSettingsInput> = { loss: 'nll', gamma: 4, maskedLanguageWeight: 1 };

/** Stop a run after `steps` steps, as a worker does when its job is cancelled or it is told to end. */
async function stopAfter(
  steps: number,
  settings: TrainingSettingsInput,
  folder: string,
  base = baseOf(settings.encoder),
): Promise<void> {
  const controller = new AbortController();
  const onProgress = ({ stage, done }: Progress): void => {
    if (stage === 'training' && done >= steps) controller.abort();
  };
  const every = { ...settings, validation: { ...settings.validation, every: steps } };
  const options = { folder, baseEncoder: base, onProgress, signal: controller.signal };
  await expect(train(every, options)).rejects.toMatchObject({
    code: 'CANCELLED',
    message: expect.stringMatching(/stopped after \d+ of \d+ steps; it can go on/) as string,
  });
}

/** Train in a process of its own and kill it while it goes on after writing so many checkpoints. */
async function killAfter(
  checkpoints: number,
  settings: TrainingSettingsInput,
  folder: string,
): Promise<void> {
  const script = `
    const { parseTrainingSettings, trainModel } = require(${JSON.stringify(compiled('models/training'))});
    const { settings, ...options } = ${JSON.stringify({ settings, data: { ...smallGraph(), triples: [...smallGraph().triples] }, folder, baseEncoder: tinyEncoder })};
    options.data.triples = Int32Array.from(options.data.triples);
    trainModel({ ...options, settings: parseTrainingSettings(settings), onProgress() {}, onLog: (line) => console.log(line) });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let seen = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line.endsWith('checkpoint written') && ++seen >= checkpoints) child.kill('SIGKILL');
  }
  expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL');
}

const files = (folder: string): Record<string, Buffer> =>
  Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name))]));

describe('trainModel', () => {
  it.each<[string, TrainingSettingsInput]>([
    ['be-bow by margin', bow],
    ['be-bow by nll', { ...bow, loss: 'nll' }],
    ['be-bow by contrastive', { ...bow, loss: 'contrastive', distance: 'l2' }],
    ['be-bow and distmult by nll', { ...bow, relationModel: 'distmult', loss: 'nll' }],
    ['be-bow and complex by contrastive', { ...bow, relationModel: 'complex', loss: 'contrastive' }],
    ['be-bow and simple by margin', { ...bow, relationModel: 'simple' }],
    ['be-bow and rotate by contrastive', { ...bow, relationModel: 'rotate', loss: 'contrastive' }],
    [
      'be-dkrl by contrastive',
      { ...bow, encoder: 'be-dkrl', dimension: 16, loss: 'contrastive', distance: 'l2' },
    ],
    ['be-bow reading its queries', { ...bow, relationModel: 'text-query' }],
    [
      'be-bow with remembered entities',
      { ...bow, relationModel: 'text-query', rememberedNegatives: 10, warmUpShare: 0 },
    ],
    [
      'be-bow with neighbours and thinned texts',
      { ...bow, relationModel: 'text-query', neighbourhood: 4, tokenDropout: 0.2 },
    ],
    ['be-bow and relations from their texts', { ...bow, relationEncoder: 'text', loss: 'contrastive' }],
    ['blp reading its queries', { ...bert, relationModel: 'text-query', pooling: 'mean' }],
    ['glove-bow by margin', { ...bow, encoder: 'glove-bow' }],
    [
      'glove-dkrl by contrastive',
      { ...bow, encoder: 'glove-dkrl', dimension: 16, loss: 'contrastive', distance: 'l2' },
    ],
    ['blp reading whole triples', { ...bert, ...crossEncoder }],
    ['blp and rotate by nll with γ', { ...bert, relationModel: 'rotate', loss: 'nll', gamma: 4 }],
    ['blp guessing masked tokens too', { ...bert, ...kepler }],
    ['blp by margin', bert],
    ['blp by margin in bfloat16', { ...bert, precision: 'bfloat16' }],
    ['blp by contrastive, plain operations', { ...bert, loss: 'contrastive', pooling: 'mean', ops: 'plain' }],
  ])('learns with %s: the loss falls and the held-out links are found', async (_, settings) => {
    const logs: string[] = [];
    const validation = { ...settings.validation, triples: 20, every: 10 };
    const learningRate = settings.encoder === 'blp' ? 1e-2 : 3e-2;
    const { metrics, steps } = await train(
      { ...settings, learningRate, maxSteps: 60, validation },
      { data: smallGraph(120), onLog: (line) => logs.push(line) },
    );
    expect(steps).toBe(60);
    const losses = logs.flatMap((line) => /loss ([\d.]+)/.exec(line)?.[1] ?? []).map(Number);
    expect(losses.length).toBeGreaterThan(3);
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
    // An order by chance has an MRR of 0.045 among 120 entities.
    expect(metrics['mrr']).toBeGreaterThan(0.1);
  });

  it.each<[string, TrainingSettingsInput, number]>([
    ['be-bow', bow, 20],
    ['be-bow by contrastive', { ...bow, loss: 'contrastive' }, 20],
    ['glove-bow', { ...bow, encoder: 'glove-bow' }, 20],
    [
      'lookup',
      { ...bow, encoder: 'lookup', loss: 'nll', negativesFrom: 'graph', validation: { triples: 0 } },
      20,
    ],
    ['blp', { ...bert, validation: { triples: 6, every: 2 } }, 2],
    ['be-bow reading its queries', { ...bow, relationModel: 'text-query' }, 20],
    ['be-bow with remembered entities', { ...bow, loss: 'contrastive', rememberedNegatives: 50 }, 20],
    ['be-bow with neighbours and thinned texts', { ...bow, neighbourhood: 4, tokenDropout: 0.2 }, 20],
    ['blp and relations from their texts', { ...bert, relationEncoder: 'text' }, 2],
    ['blp in bfloat16', { ...bert, precision: 'bfloat16' }, 2],
    ['blp from the mean of all tokens', { ...bert, pooling: 'mean' }, 2],
    ['blp reading whole triples', { ...bert, ...crossEncoder }, 2],
    ['blp guessing masked tokens too', { ...bert, ...kepler }, 2],
  ])('gives the same weights, bit for bit, when it is stopped and goes on: %s', async (_, settings, at) => {
    const same = { ...settings, validation: { ...settings.validation, every: at } };
    const [unbroken, broken] = [newFolder(), newFolder()];
    const expected = await train(same, { folder: unbroken });
    await stopAfter(at, same, broken);
    const result = await train(same, { folder: broken });
    expect(result).toEqual(expected);
    expect(files(broken)).toEqual(files(unbroken));
  });

  // Matrices large enough that TensorFlow shares the work among threads.
  it.each(['be-bow', 'blp'] as const)('does so with the weights of MiniLM too: %s', async (encoder) => {
    const settings: TrainingSettingsInput = {
      encoder,
      loss: 'contrastive',
      batchSize: 32,
      maxSteps: 4,
      validation: { triples: 6, every: 2 },
    };
    const [unbroken, broken] = [newFolder(), newFolder()];
    const expected = await train(settings, { folder: unbroken, baseEncoder });
    await stopAfter(2, settings, broken, baseEncoder);
    expect(await train(settings, { folder: broken, baseEncoder })).toEqual(expected);
    for (const folder of [unbroken, broken]) fs.rmSync(folder, { recursive: true });
  });

  it.each(['glove-bow', 'glove-dkrl'] as const)(
    'gives %s the numbers, bit for bit, that training the vectors of all words gives',
    async (encoder) => {
      const settings: TrainingSettingsInput = {
        ...{ ...bow, encoder, maxSteps: 30, ...(encoder === 'glove-dkrl' && { dimension: 6 }) },
        validation: { triples: 0 },
      };
      const { rows } = await readWordVectors(tinyWords);
      const data = smallGraph();
      // Entities that no triple mentions bring the other words into the table, and take no part in the training.
      const others = [...rows.keys()].map((word) => `dog ${word} ${word}`);
      const withAll = {
        ...data,
        entityIds: [...data.entityIds, ...others.keys()].map(String),
        texts: [...data.texts, ...others],
      };
      const [few, all] = [newFolder(), newFolder()];
      await train(settings, { data, folder: few });
      await train(settings, { data: withAll, folder: all });
      const [ofFew, ofAll] = [few, all].map((folder) => files(folder));
      for (const name of ['encoder.safetensors', 'words.json', 'relations.safetensors'])
        expect(ofFew![name]!.equals(ofAll![name]!)).toBe(true);

      const before = (await readWordVectors(tinyWords)).vectors;
      const after = readSafetensors(path.join(few, 'encoder.safetensors'))['words.vectors']!.data;
      const moved = (word: string) => {
        const row = rows.get(word)!;
        return before.subarray(row * 8, row * 8 + 8).some((value, i) => value !== after[row * 8 + i]);
      };
      expect(['dog', 'small', 'telephone', 'fire'].every(moved)).toBe(true);
      expect(['at&t', 'zürich', '7', 'the'].some(moved)).toBe(false);
    },
  );

  it('keeps the weights of the best validation, not the last', async () => {
    // A learning rate that grows without end: the first states are the best.
    const folder = newFolder();
    const { metrics } = await train({ ...bow, learningRate: 1, maxSteps: 40 }, { folder });
    const card = JSON.parse(fs.readFileSync(path.join(folder, 'model.json'), 'utf8')) as {
      curve: { step: number; metrics: { mrr: number } }[];
    };
    const mrrs = card.curve.map((point) => point.metrics.mrr);
    expect(metrics['mrr']).toBe(Math.max(...mrrs));
  });

  it('stops early when validation stays behind its best', async () => {
    const { steps } = await train({
      ...bow,
      learningRate: 1e-12,
      maxSteps: 400,
      validation: { triples: 6, every: 5, patience: 2 },
    });
    expect(steps).toBe(15);
  });

  it('goes without validation, and on a graph of two triples', async () => {
    const data = {
      entityIds: ['a', 'b', 'c'],
      texts: ['dog', 'cat', 'tree'],
      relationIds: ['r'],
      relationTexts: ['r'],
      triples: Int32Array.of(0, 0, 1, 1, 0, 2),
    };
    const { metrics, steps } = await train({ ...bow, validation: { triples: 0 }, maxSteps: 3 }, { data });
    expect(steps).toBe(3);
    expect(Object.keys(metrics)).toEqual(['loss']);
  });

  it('validates with the triples that the data bring, and trains on all others', async () => {
    const { triples, ...graph } = smallGraph();
    const data = { ...graph, triples: triples.slice(0, -60), validation: triples.slice(-60) };
    const folder = newFolder();
    await train({ ...bow, validation: { triples: 7, every: 10 } }, { data, folder });
    const card = JSON.parse(fs.readFileSync(path.join(folder, 'model.json'), 'utf8')) as {
      trainedOn: object;
    };
    expect(card.trainedOn).toMatchObject({ triples: triples.length / 3 - 20, validationTriples: 7 });
    const beyond = { ...data, validation: Int32Array.of(0, 0, 99) };
    await expect(train(bow, { data: beyond })).rejects.toThrow(/Triple 0 names row 99/);
  });

  it('ends by the clock when told so', async () => {
    const logs: string[] = [];
    const { steps } = await train(
      { ...bow, maxSteps: 1_000_000, maxMinutes: 0.01 },
      { onLog: (line) => logs.push(line) },
    );
    expect(steps).toBeLessThan(1_000_000);
    expect(logs.at(-1)).toMatch(/^stopped after \d+ of 1000000 steps: the 0.01 minutes are over$/);
  });

  it('reports the loss and its progress to the end', async () => {
    const reports: Progress[] = [];
    await train(bow, { onProgress: (report) => reports.push(report) });
    const last = reports.at(-1)!;
    expect(last).toMatchObject({ stage: 'training', done: 40, total: 40, unit: 'steps' });
    expect(last.metrics!['loss']).toBeGreaterThan(0);
    expect(last.metrics!['mrr']).toBeGreaterThan(0);
  });

  it('leaves no tensor behind over 200 steps', async () => {
    await train({ ...bow, maxSteps: 2 });
    const before = tf.memory().numTensors;
    await train({ ...bow, loss: 'contrastive', maxSteps: 200, validation: { triples: 6, every: 100 } });
    await train(bert);
    await train({ ...bert, precision: 'bfloat16' });
    await train({ ...bow, relationEncoder: 'text', maxSteps: 20 });
    await train({ ...bow, relationModel: 'text-query', maxSteps: 20, rememberedNegatives: 30 });
    await train({ ...bert, ...crossEncoder, precision: 'bfloat16' });
    await train({ ...bert, ...kepler, precision: 'bfloat16' });
    expect(tf.memory().numTensors).toBe(before);
  });

  it('keeps no weight that only training needs', async () => {
    const folder = newFolder();
    await train({ ...bert, ...kepler }, { folder });
    const stored = readSafetensors(path.join(folder, 'encoder.safetensors'));
    expect(Object.keys(stored).filter((name) => name.startsWith('cls.'))).toEqual([]);
  });

  it('guesses masked tokens better and better', async () => {
    // Nothing else moves the loss: corrupted triples are as near as true ones where the encoder starts.
    const losses: number[] = [];
    const onLog = (line: string): void => {
      const loss = /loss ([\d.]+)/.exec(line)?.[1];
      if (loss) losses.push(Number(loss));
    };
    const settings = { ...bert, ...kepler, maskedLanguageWeight: 1000, maxSteps: 60, learningRate: 1e-2 };
    await train({ ...settings, validation: { triples: 6, every: 10 } }, { onLog });
    expect(losses[0]! / 1000).toBeGreaterThan(2);
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
  });

  it('leaves a finished model as it is', async () => {
    const folder = newFolder();
    const first = await train(bow, { folder });
    const before = fs.statSync(path.join(folder, 'encoder.safetensors')).mtimeMs;
    expect(await train(bow, { folder })).toEqual(first);
    expect(fs.statSync(path.join(folder, 'encoder.safetensors')).mtimeMs).toBe(before);
    await expect(train({ ...bow, margin: 2 }, { folder })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('margin is 2, was 1') as string,
    });
  });
});

describe('trainModel on a graph of one entity', () => {
  const single = (): TrainingData => ({
    ...{ entityIds: ['a'], texts: ['a thing'], relationIds: ['r', 's'], relationTexts: ['r', 's'] },
    triples: Int32Array.of(0, 0, 0, 0, 1, 0),
  });

  it.each(['margin', 'nll', 'bce', 'contrastive'] as const)(
    'ends with finite weights by %s',
    async (loss) => {
      const { metrics } = await train({ ...bow, loss, maxSteps: 3 }, { data: single() });
      expect(metrics['loss']).toBeGreaterThanOrEqual(0);
    },
  );
});

describe('trainModel with what it cannot use', () => {
  it('refuses a folder that is a file before it reads what the encoder starts from', async () => {
    const file = newFolder();
    fs.writeFileSync(file, '');
    const nowhere = { folder: path.join(file, 'x'), baseEncoder: path.join(root, 'nowhere') };
    await expect(train(bow, nowhere)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^expected a folder that can be written to/) as string,
    });
  });

  it('asks for word vectors where there are none', async () => {
    const given = { ...bow, encoder: 'glove-bow' } as const;
    await expect(train(given, { baseEncoder: path.join(root, 'nowhere') })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^There are no word vectors at .*--with word-vectors/) as string,
    });
  });

  it('refuses an odd dimension where vectors are made of two parts', async () => {
    const words = path.join(root, 'odd-words.txt');
    fs.writeFileSync(words, 'a 1 2 3\nthing 4 5 6\n');
    const given = { ...bow, encoder: 'glove-bow', relationModel: 'complex' } as const;
    await expect(train(given, { baseEncoder: words })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: 'complex needs vectors of an even dimension; that of glove-bow is 3.',
    });
  });

  it('refuses to guess tokens that its tokenizer cannot mask', async () => {
    const maskless = newFolder();
    fs.cpSync(tinyEncoder, maskless, { recursive: true });
    const file = path.join(maskless, 'tokenizer.json');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('"[MASK]"', '"[HIDDEN]"'));
    await expect(train({ ...bert, ...kepler }, { baseEncoder: maskless })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/^maskedLanguageWeight needs .* \[MASK\]/) as string,
    });
    await train({ ...bert, maxSteps: 1 }, { baseEncoder: maskless });
  });

  it.each<[string, Partial<TrainingData>, RegExp]>([
    [
      'an entity without a text',
      { texts: ['dog', ' ', 'tree'] },
      /Entity "b" has no text\. Give it a name or a description/,
    ],
    ['too few texts', { texts: ['dog'] }, /3 entities and 1 text,/],
    ['a relation without a text', { relationTexts: [] }, /1 relation and 0 texts/],
    ['a single triple', { triples: Int32Array.of(0, 0, 1) }, /1 triple; training needs at least 2/],
    [
      'a row that is not there',
      { triples: Int32Array.of(0, 0, 1, 1, 1, 2) },
      /Triple 1 names row 1; rows go from 0 to 0/,
    ],
  ])('refuses %s', async (_, fault, message) => {
    const data = {
      entityIds: ['a', 'b', 'c'],
      texts: ['dog', 'cat', 'tree'],
      relationIds: ['r'],
      relationTexts: ['r'],
      triples: Int32Array.of(0, 0, 1, 1, 0, 2),
      ...fault,
    };
    await expect(train(bow, { data })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });

  it('stops at a loss that is not finite, naming the step and what to try', async () => {
    const folder = newFolder();
    // Beyond what the settings' check lets through: nothing else makes a loss overflow for certain.
    const settings = { ...parseTrainingSettings({ ...bow, validation: { triples: 0 } }), l2: 3e38 };
    const run = trainModel({
      data: smallGraph(),
      settings,
      folder,
      baseEncoder: tinyEncoder,
      onProgress: () => {},
    });
    await expect(run).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(
        /Training stopped at step \d+: the loss is (NaN|Infinity)\. Try a smaller learningRate/,
      ) as string,
    });
    expect(fs.existsSync(path.join(folder, 'model.json'))).toBe(false);
  });
});

describe('a checkpoint', () => {
  it.each<[string, TrainingSettingsInput, TrainingData, RegExp]>([
    [
      'other settings',
      { ...bow, learningRate: 0.02 },
      smallGraph(),
      /other settings: learningRate is 0.02, was 0.01/,
    ],
    [
      'other data',
      bow,
      { ...smallGraph(), texts: smallGraph().texts.map((text) => `${text} dog`) },
      /other data/,
    ],
  ])('is not resumed with %s', async (_, settings, data, message) => {
    const folder = newFolder();
    const at = 10;
    await stopAfter(at, bow, folder);
    await expect(
      train({ ...settings, validation: { ...settings.validation, every: at } }, { folder, data }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(message) as string,
    });
  });

  it.each(['truncated', 'changed', 'missing'])(
    'is refused when its weights are %s, naming the file',
    async (fault) => {
      const folder = newFolder();
      await stopAfter(10, bow, folder);
      const checkpoint = path.join(folder, 'checkpoint');
      const name = fs.readdirSync(checkpoint).find((file) => file.startsWith('state-'))!;
      const file = path.join(checkpoint, name);
      const bytes = fs.readFileSync(file);
      bytes[bytes.length - 1]! ^= 1;
      if (fault === 'missing') fs.rmSync(file);
      else fs.writeFileSync(file, fault === 'changed' ? bytes : bytes.subarray(0, 1000));
      await expect(
        train({ ...bow, validation: { triples: 6, every: 10 } }, { folder }),
      ).rejects.toMatchObject({
        code: 'CORRUPT_FILE',
        message: expect.stringContaining(name) as string,
      });
    },
  );

  it('that was killed while it was written leaves the former one usable', async () => {
    const folder = newFolder();
    const expected = await train(bow);
    await stopAfter(10, bow, folder);
    const checkpoint = path.join(folder, 'checkpoint');
    fs.writeFileSync(path.join(checkpoint, 'state-20.safetensors.999.partial'), 'half');
    fs.writeFileSync(path.join(checkpoint, 'state-20.safetensors'), 'not yet named by checkpoint.json');
    fs.writeFileSync(path.join(checkpoint, 'checkpoint.json.999.partial'), '{');
    expect((await train(bow, { folder })).sha256).toBe(expected.sha256);
    expect(fs.existsSync(checkpoint)).toBe(false);
  });

  it('survives SIGKILL at any moment: the run goes on and ends as the unbroken one', async () => {
    const folder = newFolder();
    const settings = { ...bow, maxSteps: 120, checkpointEveryMinutes: 1e-6 };
    const expected = await train(settings);
    for (const checkpoints of [1, 7, 20]) await killAfter(checkpoints, settings, folder);
    expect((await train(settings, { folder })).sha256).toBe(expected.sha256);
    const stored = readSafetensors(path.join(folder, 'relations.safetensors'));
    expect(Object.keys(stored)).toEqual(['relations']);
  });
});
