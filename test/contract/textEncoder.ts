import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { tf } from '../../src/models/backend';
import { encodeTokens, padBatch, type TextEncoder, toWeights, type Weights } from '../../src/models/encoders';
import { mapValues, toStored } from '../../src/models/training/parameters/storedTensors';
import { difference, leaked } from '../support/tensors';

/** Texts of very different lengths, some of nothing an encoder would want to keep. */
export const texts = [
  'dog',
  '',
  'it is the of and',
  '?!',
  '[SEP] [CLS]',
  '\u{1F9CB}',
  'a small mobile telephone for the young',
  'a house of fire and water, earth and air: the large tree and the small animal'.repeat(20),
];

export interface ContractEncoders {
  readonly make: () => Promise<TextEncoder>;
  /** the encoder that a model's folder holds, with the same options */
  readonly restore: (folder: string) => Promise<TextEncoder>;
}

/**
 * What every encoder promises that reads texts, whichever it is.
 *
 * @param encoders whose `maxLength` is to be 16
 */
export function textEncoderContract(encoders: ContractEncoders): void {
  encoderContract(encoders, texts);

  let encoder: TextEncoder;
  let weights: Weights;
  const vector = async (ids: Int32Array[]) => encodeTokens(encoder, weights, ids);

  beforeAll(async () => {
    encoder = await encoders.make();
    weights = encoder.initialWeights(7);
  });
  afterAll(() => tf.dispose(weights));

  it('gives every text at least one token and at most the longest, and says what it cut', () => {
    const { ids, truncated } = encoder.tokenize(texts);
    for (const row of ids) {
      expect(row.length).toBeGreaterThanOrEqual(1);
      expect(row.length).toBeLessThanOrEqual(16);
    }
    expect(truncated).toEqual(texts.map((_, index) => index === texts.length - 1));
  });

  it('joins texts within the longest, of which the longest part loses first', () => {
    const [short, long, other] = encoder.tokenize(['dog', texts.at(-1)!, 'water']).ids as [
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    for (const one of [short, long]) expect(encoder.join([one])).toEqual({ ids: one, truncated: false });
    const joined = encoder.join([long, short, other]);
    expect(joined.truncated).toBe(true);
    expect(joined.ids.length).toBe(16);
    for (const id of [...short, ...other]) expect(joined.ids).toContain(id);
    expect(encoder.join([short, other])).toMatchObject({ truncated: false });
    expect(encoder.join([short, other]).ids).not.toEqual(encoder.join([other, short]).ids);
  });

  it('gives any text finite, non-zero values of its width', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
        async (some) => {
          const vectors = await vector(encoder.tokenize(some).ids);
          expect(vectors.length).toBe(some.length * encoder.dimension);
          expect(vectors.every(Number.isFinite)).toBe(true);
          expect(vectors.some((value) => value !== 0)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('never reads what stands in the padding', () => {
    const batch = padBatch(encoder.tokenize(['dog', 'a small mobile telephone']).ids);
    const noisy = Int32Array.from(batch.ids, (id, at) =>
      at % batch.length < batch.lengths[Math.floor(at / batch.length)]! ? id : 9,
    );
    const [quiet, loud] = [batch, { ...batch, ids: noisy }].map((own) =>
      tf.tidy(() => encoder.embed(weights, own).dataSync()),
    );
    expect(noisy).not.toEqual(batch.ids);
    expect(difference(loud!, quiet!)).toBeLessThan(1e-6);
  });
}

/**
 * What every encoder promises, whatever it reads.
 *
 * @param inputs what is tokenised
 */
export function encoderContract({ make, restore }: ContractEncoders, inputs: readonly string[]): void {
  let encoder: TextEncoder;
  let weights: Weights;
  beforeAll(async () => {
    encoder = await make();
    weights = encoder.initialWeights(7);
  });
  afterAll(() => tf.dispose(weights));

  it('is made again of what a model keeps of it', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-kept-'));
    const kept = encoder.keep(mapValues(weights, toStored));
    for (const [name, text] of Object.entries(kept.files)) fs.writeFileSync(path.join(folder, name), text);
    const restored = await restore(folder);
    const stored = toWeights(kept.weights, restored.weightShapes, folder);
    const [own, again] = [encoder, restored].map((each) => each.tokenize(inputs));
    expect(again!.truncated).toEqual(own!.truncated);
    const before = await encodeTokens(encoder, weights, own!.ids);
    expect(difference(await encodeTokens(restored, stored, again!.ids), before)).toBe(0);
    tf.dispose(stored);
    fs.rmSync(folder, { recursive: true });
  });

  it('gives an input the same vector alone as among others', async () => {
    const { ids } = encoder.tokenize(inputs);
    const batch = tf.tidy(() => encoder.embed(weights, padBatch(ids)).dataSync());
    for (const [index, row] of ids.entries()) {
      const own = batch.subarray(index * encoder.dimension, (index + 1) * encoder.dimension);
      expect(difference(own, await encodeTokens(encoder, weights, [row]))).toBeLessThan(1e-5);
    }
  });

  it('starts from the same weights for the same seed, of the shapes it states', () => {
    const again = encoder.initialWeights(7);
    expect(Object.keys(again).sort()).toEqual(Object.keys(encoder.weightShapes).sort());
    for (const [name, tensor] of Object.entries(again)) {
      expect(tensor.shape).toEqual(encoder.weightShapes[name]);
      expect(tensor.dtype).toBe('float32');
      expect(difference(tensor.dataSync(), weights[name]!.dataSync())).toBe(0);
    }
    tf.dispose(again);
  });

  it('has a finite gradient for every weight and leaves no tensor behind', () => {
    const batch = padBatch(encoder.tokenize(inputs).ids);
    const names = Object.keys(weights);
    const loss = (...values: tf.Tensor[]) =>
      encoder
        .embed(Object.fromEntries(names.map((name, i) => [name, values[i]!])), batch)
        .tanh()
        .sum();
    const step = () => {
      const gradients = tf.grads(loss)(names.map((name) => weights[name]!));
      for (const [i, gradient] of gradients.entries()) {
        expect(gradient.shape).toEqual(weights[names[i]!]!.shape);
        expect(Number.isFinite(tf.tidy(() => gradient.square().sum().dataSync()[0]))).toBe(true);
      }
      tf.dispose(gradients);
    };
    step();
    expect(leaked(() => Array.from({ length: 50 }, step))).toBe(0);
  });
}
