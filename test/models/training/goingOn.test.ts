import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { readSafetensors } from '../../../src/models/encoders';
import type { TrainingData, TrainingSettingsInput } from '../../../src/models/training';
import { compiled } from '../../../src/shared/paths';
import type { Progress } from '../../../src/shared/progress';
import { baseEncoder, baseOf, tinyEncoder } from '../../support/baseEncoder';
import { smallGraph } from './graph';
import { bert, bow, crossEncoder, files, kepler, newFolder, train } from './train';

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

describe('a training that was stopped', () => {
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

  it.each(['config.json', 'tokenizer.json', 'model.safetensors'])(
    'is not resumed with another base encoder, which differs in its %s',
    async (name) => {
      const [folder, other] = [newFolder(), newFolder()];
      fs.cpSync(tinyEncoder, other, { recursive: true });
      await stopAfter(10, bow, folder, other);
      const every = { ...bow, validation: { ...bow.validation, every: 10 } };
      fs.appendFileSync(path.join(other, name), ' ');
      await expect(train(every, { folder, baseEncoder: other })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('another base encoder') as string,
      });
      await train(every, { folder, baseEncoder: tinyEncoder });
      await expect(train(every, { folder, baseEncoder: other })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('the base encoder has changed') as string,
      });
      // What is finished needs nothing to start from.
      await train(every, { folder, baseEncoder: newFolder() });
    },
  );

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
