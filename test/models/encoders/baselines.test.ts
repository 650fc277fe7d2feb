import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tf } from '../../../src/models/backend';
import { binaryCrossEntropy, crossEntropy } from '../../../src/models/blp/losses';
import {
  createEncoder,
  type EncoderOptions,
  padBatch,
  readSafetensors,
  toWeights,
  type Weights,
  writeSafetensors,
} from '../../../src/models/encoders';
import { alternatingTypes } from '../../../src/models/encoders/bert/segmentTypes';
import { toStored } from '../../../src/models/training/parameters/storedTensors';
import kgBert from '../../fixtures/encoders/kg-bert.json';
import maskedLanguage from '../../fixtures/encoders/masked-language.json';
import { tinyEncoder } from '../../support/baseEncoder';
import { difference, leaked } from '../../support/tensors';

const tolerance = 1e-4;
const headFile = path.resolve(__dirname, '../../fixtures/encoders/masked-language.safetensors');
const options: EncoderOptions = { maxLength: 16, dimension: 1, pooling: 'cls', ops: 'fast' };

/** Loss and gradients against `scripts/reference/baselines.py`: PyTorch with Hugging Face transformers. */
function compare(
  lossOf: (weights: Weights) => tf.Scalar,
  weights: Weights,
  expected: { loss: number; gradients: Record<string, { norm: number; first: number[] }> },
): void {
  const names = Object.keys(expected.gradients);
  const loss = (...values: tf.Tensor[]) =>
    lossOf({ ...weights, ...Object.fromEntries(names.map((name, i) => [name, values[i]!])) });
  const { value, grads } = tf.valueAndGrads(loss)(names.map((name) => weights[name]!));
  expect(difference(value.dataSync(), [expected.loss])).toBeLessThan(tolerance);
  names.forEach((name, i) => {
    const { norm, first } = expected.gradients[name]!;
    const values = grads[i]!.dataSync<'float32'>();
    const length = Math.hypot(...values);
    // Keys' biases cancel in the softmax: their gradient is rounding noise.
    if (name.endsWith('key.bias')) return expect(Math.abs(length - norm)).toBeLessThan(1e-5);
    expect(Math.abs(length / norm - 1)).toBeLessThan(tolerance);
    for (const [at, each] of first.entries()) {
      const unit = Math.max(Math.abs(each), norm / Math.sqrt(values.length));
      expect(Math.abs(values[at]! - each)).toBeLessThan(tolerance * unit);
    }
  });
  tf.dispose([value, grads]);
}

describe.each(['plain', 'fast'] as const)('triples read together, with %s ops', (ops) => {
  it('are the tokens, the types, the logits and the gradients of PyTorch', async () => {
    const encoder = await createEncoder('blp', tinyEncoder, { ...options, ops, segmentTypes: true });
    const rows = kgBert.triples.map((texts) => encoder.join(encoder.tokenize(texts).ids).ids);
    expect(rows.map((row) => [...row])).toEqual(kgBert.ids);
    const batch = padBatch(rows);
    const types = alternatingTypes(batch, rows[0]!.at(-1)!);
    kgBert.types.forEach((expected, row) => {
      const from = row * batch.length;
      expect([...types.subarray(from, from + expected.length)]).toEqual(expected);
    });
    const weights = { ...encoder.initialWeights(1), 'projection.weight': tf.tensor2d([kgBert.projection]) };
    const logits = tf.tidy(() => encoder.embed(weights, batch).dataSync());
    expect(difference(logits, kgBert.logits)).toBeLessThan(tolerance);
    const labelled = (label: number) =>
      [...kgBert.labels.keys()].filter((row) => kgBert.labels[row] === label);
    const lossOf = (own: Weights) => {
      const scores = tf.reshape<tf.Rank.R1>(encoder.embed(own, batch), [rows.length]);
      return binaryCrossEntropy({
        positive: tf.gather(scores, labelled(1)),
        negative: tf.expandDims(tf.gather(scores, labelled(0)), 1),
        weights: tf.ones([2, 1]),
      });
    };
    compare(lossOf, weights, kgBert);
    tf.dispose(weights);
  });
});

describe.each(['plain', 'fast'] as const)('guessing masked tokens, with %s ops', (ops) => {
  const batch = padBatch(maskedLanguage.ids.map((row) => Int32Array.from(row)));
  const positions = Int32Array.from(maskedLanguage.hidden, ([row, token]) => row! * batch.length + token!);
  const targets = Int32Array.from(maskedLanguage.hidden, ([, , target]) => target!);
  const headOf = async () => {
    const encoder = await createEncoder('blp', tinyEncoder, { ...options, ops });
    const head = encoder.maskedLanguage!;
    const own = toWeights(readSafetensors(headFile), head.weightShapes, headFile);
    return { head, weights: { ...encoder.initialWeights(1), ...own } };
  };

  it('has the loss and the gradients of PyTorch, those of the tied embeddings too', async () => {
    const { head, weights } = await headOf();
    const lossOf = (own: Weights) => crossEntropy(head.logits(own, batch, positions), targets);
    compare(lossOf, weights, maskedLanguage);
    expect(leaked(() => tf.tidy(() => lossOf(weights)).dispose())).toBe(0);
    tf.dispose(weights);
  });

  it('loses nothing, with a gradient of 0, where there is nothing to guess', async () => {
    const { head, weights } = await headOf();
    const none = new Int32Array(0);
    const table = 'embeddings.word_embeddings.weight';
    const loss = (value: tf.Tensor) =>
      crossEntropy(head.logits({ ...weights, [table]: value }, batch, none), none);
    tf.tidy(() => {
      const { value, grad } = tf.valueAndGrad(loss)(weights[table]!);
      expect(Math.abs(value.dataSync()[0]!)).toBe(0);
      expect(grad.dataSync<'float32'>().every((each) => each === 0)).toBe(true);
    });
    tf.dispose(weights);
  });
});

describe('the head that guesses masked tokens', () => {
  it('is new where the checkpoint has none', async () => {
    const { maskedLanguage: head } = await createEncoder('blp', tinyEncoder, options);
    const weights = head!.initialWeights();
    const shapes = Object.fromEntries(Object.entries(weights).map(([name, { shape }]) => [name, shape]));
    expect(shapes).toEqual(head!.weightShapes);
    tf.dispose(weights);
  });

  it('is the checkpoint’s where it was saved with one', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-head-'));
    fs.cpSync(tinyEncoder, folder, { recursive: true });
    const own = readSafetensors(headFile);
    const file = path.join(folder, 'model.safetensors');
    writeSafetensors(file, { ...readSafetensors(file), ...own });
    const { maskedLanguage: head } = await createEncoder('blp', folder, options);
    const weights = head!.initialWeights();
    expect(Object.fromEntries(Object.entries(weights).map(([name, w]) => [name, toStored(w)]))).toEqual(own);
    tf.dispose(weights);
    fs.rmSync(folder, { recursive: true });
  });

  it('hides no special token behind an ordinary one', async () => {
    const { maskedLanguage: head } = await createEncoder('blp', tinyEncoder, options);
    // [PAD], [UNK], [CLS], [SEP] and [MASK] are the first five of 85.
    expect(head!.mask).toBe(4);
    expect([...head!.ordinary]).toEqual(Array.from({ length: 80 }, (_, i) => i + 5));
  });
});
