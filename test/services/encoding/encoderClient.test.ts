import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TrainedModel } from '../../../src/models/blp';
import { parseTrainingSettings, trainModel } from '../../../src/models/training';
import { EncoderClient } from '../../../src/services/encoding';
import { noProgress } from '../../../src/shared/progress';
import { compiled } from '../../../src/shared/paths';
import { smallGraph } from '../../models/training/graph';
import { tinyEncoder } from '../../support/baseEncoder';
import { temporaryFolder } from '../../support/models';
import { until } from '../../support/workers';

const texts = Array.from({ length: 150 }, (_, i) => `the ${['small', 'large', 'young'][i % 3]} dog ${i}`);
let folder: string;
let expected: { vectors: Float32Array; truncated: boolean[] };
const clients: EncoderClient[] = [];

function start(limits?: ConstructorParameters<typeof EncoderClient>[0]): EncoderClient {
  const client = new EncoderClient(limits);
  clients.push(client);
  return client;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

beforeAll(async () => {
  folder = path.join(await temporaryFolder(), 'model');
  const settings = parseTrainingSettings({
    ...{ encoder: 'blp', dimension: 8, maxLength: 6, maxSteps: 5, batchSize: 16, validation: { triples: 6 } },
  });
  await trainModel({
    data: smallGraph(),
    settings,
    folder,
    baseEncoder: tinyEncoder,
    onProgress: noProgress,
  });
  const model = await TrainedModel.load(folder);
  expected = await model.encode(texts);
  model.dispose();
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));

describe('the encoder', () => {
  const client = new EncoderClient();
  afterAll(() => client.close());

  it('tells its backend once it runs', async () => {
    expect(client.backend()).toBeUndefined();
    await client.warm(folder);
    expect(client.backend()).toMatch(/^(tfjs-node(-gpu)?|cpu)$/);
  });

  it('encodes as the model does, in the order of the texts, and says which were cut', async () => {
    const { vectors, truncated } = await client.encode(folder, texts);
    expect(truncated).toEqual(expected.truncated);
    expect(vectors).toHaveLength(expected.vectors.length);
    vectors.forEach((value, i) => expect(value).toBeCloseTo(expected.vectors[i]!, 5));
  });

  it('gives each of many requests at once its own answer', async () => {
    const answers = await Promise.all(texts.map((text) => client.encode(folder, [text])));
    answers.forEach(({ vectors, truncated }, row) => {
      expect(truncated).toEqual([expected.truncated[row]]);
      vectors.forEach((value, i) => expect(value).toBeCloseTo(expected.vectors[row * 8 + i]!, 5));
    });
  });

  it('makes nothing of nothing', async () => {
    expect(await client.encode(folder, [])).toEqual({ vectors: new Float32Array(0), truncated: [] });
  });

  it('lets short requests pass long ones', async () => {
    const order: string[] = [];
    const long = client
      .encode(
        folder,
        Array.from({ length: 2_000 }, (_, i) => texts[i % 150]!),
      )
      .then(() => order.push('long'));
    await client.encode(folder, [texts[0]!]).then(() => order.push('short'));
    await long;
    expect(order).toEqual(['short', 'long']);
  });
});

describe('when things go wrong', () => {
  it('a process that is killed is replaced, and its requests are answered all the same', async () => {
    const client = start();
    await client.warm(folder);
    const first = client.pid!;
    const answers = Promise.all(texts.slice(0, 20).map((text) => client.encode(folder, [text])));
    process.kill(first, 'SIGKILL');
    expect((await answers)[0]!.vectors[0]).toBeCloseTo(expected.vectors[0]!, 5);
    expect(client.pid).not.toBe(first);
  });

  it('a request whose process dies twice fails with a code', async () => {
    const client = start();
    await client.warm(folder);
    const killing = setInterval(
      () => client.pid && isAlive(client.pid) && process.kill(client.pid, 'SIGKILL'),
      5,
    );
    const failed = client.encode(folder, texts);
    await expect(failed).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(
        /^The encoder did not answer: its process ended \(SIGKILL\)\. Nothing was written/,
      ) as string,
    });
    clearInterval(killing);
    expect((await client.encode(folder, [texts[0]!])).vectors).toHaveLength(8);
  });

  it('one that takes too long is ended, and the next request gets another', async () => {
    const client = start({ mostWaiting: 10, timeoutMs: 30 });
    await expect(client.encode(folder, [texts[0]!])).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The encoder did not answer: it took more than 0.03 s. Nothing was written; try again.',
    });
  });

  it('refuses more texts than may wait, and takes them again when the others are done', async () => {
    const client = start({ mostWaiting: 20, timeoutMs: 60_000 });
    const taken = client.encode(folder, texts.slice(0, 15));
    await expect(client.encode(folder, texts.slice(0, 6))).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: '15 texts wait to be encoded; with 6 more they would be over 20. Try again later.',
    });
    await taken;
    expect((await client.encode(folder, texts.slice(0, 6))).truncated).toHaveLength(6);
  });

  it('names the damaged file of a model, and reads it once it is mended', async () => {
    const damaged = path.join(await temporaryFolder(), 'model');
    await cp(folder, damaged, { recursive: true });
    const weights = path.join(damaged, 'encoder.safetensors');
    const bytes = await readFile(weights);
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(weights, bytes);
    const client = start();
    await expect(client.encode(damaged, ['x'])).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: expect.stringContaining(
        `${weights} cannot be used: its SHA-256 is not the one in model.json.`,
      ) as string,
    });
    expect((await client.encode(folder, ['x'])).vectors).toHaveLength(8);
    await copyFile(path.join(folder, 'encoder.safetensors'), weights);
    expect((await client.encode(damaged, ['x'])).vectors).toHaveLength(8);
  });

  it('answers no more once it is closed, and what waits is told so', async () => {
    const client = start();
    const open = client.encode(folder, texts);
    const check = expect(open).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    await client.close();
    await check;
    await expect(client.encode(folder, ['x'])).rejects.toMatchObject({
      message: 'The encoder did not answer: it was closed. Nothing was written; try again.',
    });
  });

  it('outlives the signals that a whole group of processes gets, and a stop warns of nothing', async () => {
    const client = compiled('services', 'encoding', 'encoderClient.js');
    const program = `const { EncoderClient } = require(${JSON.stringify(client)});
      const encoder = new EncoderClient();
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
      encoder.warm(${JSON.stringify(folder)}).then(async () => {
        for (const signal of ['SIGINT', 'SIGTERM']) process.kill(-process.pid, signal);
        await encoder.warm(${JSON.stringify(folder)});
        await encoder.close();
        // One that is hit before it has begun.
        const young = new EncoderClient();
        young.start();
        process.kill(young.pid, 'SIGTERM');
        await new Promise((resolve) => setTimeout(resolve, 500));
        await young.close();
        console.log('closed');
      });`;
    const parent = spawn(process.execPath, ['-e', program], { detached: true });
    const said = { out: '', err: '' };
    parent.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
    parent.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
    await new Promise((resolve) => parent.once('close', resolve));
    expect(said.out).toBe('closed\n');
    expect(said.err).not.toContain('"level"');
  });

  it('ends with its parent, also when that is killed', async () => {
    const client = compiled('services', 'encoding', 'encoderClient.js');
    const program = `const { EncoderClient } = require(${JSON.stringify(client)});
      const encoder = new EncoderClient();
      encoder.warm(${JSON.stringify(folder)}).then(() => console.log(encoder.pid));
      setInterval(() => {}, 1000);`;
    const parent: ChildProcess = spawn(process.execPath, ['-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) =>
      parent.stdout!.once('data', (line: Buffer) => resolve(Number(line))),
    );
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await until('the encoder has ended', async () => !isAlive(pid), 10);
  });
});
